import assert from 'node:assert/strict';
import { chartModel } from '../../../media/chart/chartModel';
import type { ChartModel } from '../../../media/chart/chartModel';
import { plotArea } from '../../../media/chart/plotArea';
import type { QueryResultsState, ResultRow } from '../../../src/shared/protocol/queryResults';
import { noon, resultsState } from '../../pages/support/states';

const names = Array.from({ length: 7 }, (_, place) => `n${place}`);

function modelOf(
  rows: readonly ResultRow[],
  change: Partial<NonNullable<QueryResultsState['chart']>> = {},
  total = rows.length,
): ChartModel {
  const chart = { shape: 'bar' as const, x: ['x'], series: ['n0'], ...change };
  const columns = [
    { name: '_time', type: 'time' as const },
    { name: 'x', type: 'text' as const },
    ...names.map((name) => ({ name, type: 'number' as const })),
  ];
  const model = chartModel(resultsState({ chart, columns }), rows, total);
  assert(model);
  return model;
}

describe('What a chart draws', () => {
  it('is in the order of time, with a gap wherever a step is larger than the smallest', () => {
    const rows = [3, 1, 1, 2].map((hour): ResultRow => [noon + hour * 3_600_000, '', hour]);
    const model = modelOf(rows, { shape: 'line', x: ['_time'] });

    assert.deepEqual(model.series[0]?.values, [1, 1, 2, 3]);
    assert.equal(model.step, 3_600_000);
    assert.deepEqual(model.shapes, ['line', 'area', 'bar']);
  });

  it('has no value where a row has none, or a text that is no number', () => {
    const model = modelOf([null, '', 'x', '7', 8].map((cell, place): ResultRow => [0, String(place), cell]));

    assert.deepEqual(model.series[0]?.values, [null, null, null, 7, 8]);
  });

  it('is six series and 2,000 rows at most, and says how many are left out', () => {
    const rows = Array.from({ length: 2100 }, (_, place): ResultRow => [
      0,
      `${place}`,
      ...names.map(() => 1),
    ]);
    const model = modelOf(rows, { series: names }, 5000);

    assert.deepEqual([model.labels.length, model.series.length], [2000, 6]);
    assert.deepEqual(model.left, { points: 3000, series: 1 });
  });

  it('may be a pie of as many slices as there are colors', () => {
    const shapes = (count: number): readonly string[] =>
      modelOf(Array.from({ length: count }, (_, place): ResultRow => [0, `${place}`, 1])).shapes;

    assert.deepEqual([shapes(6), shapes(7)], [['bar', 'pie'], ['bar']]);
  });

  it('fits between round numbers around the series that are shown', () => {
    const rows: ResultRow[] = [
      [0, 'a', 9, 30],
      [0, 'b', -4, 100],
      [0, 'c', -40, 10],
    ];
    const ticks = (shape: ChartModel['shape'], ...hidden: string[]): readonly (number | undefined)[] => {
      const model = { ...modelOf(rows, { series: ['n0', 'n1'] }), shape };
      const { yTicks } = plotArea(model, { width: 400, height: 200 }, new Set(hidden));
      return [yTicks[0], yTicks.at(-1)];
    };

    assert.deepEqual(ticks('bar', 'n1'), [-40, 20]);
    assert.deepEqual(ticks('bar'), [-50, 100]);
    assert.deepEqual(ticks('stacked'), [0, 100]);
  });

  it('has whole numbers on its axis if all values are, as counts are', () => {
    const ticks = (...values: readonly number[]): readonly number[] => {
      const model = modelOf(values.map((value, place): ResultRow => [0, `${place}`, value]));
      return plotArea(model, { width: 400, height: 200 }, new Set()).yTicks;
    };

    assert.deepEqual(
      [ticks(1), ticks(0), ticks(3, 9)],
      [
        [0, 1],
        [0, 1],
        [0, 5, 10],
      ],
    );
    assert.deepEqual(ticks(0.5, 1), [0, 0.25, 0.5, 0.75, 1]);
  });
});
