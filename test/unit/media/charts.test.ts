import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chartModel } from '../../../src/core/chart/chartModel';
import type { ChartModel } from '../../../src/core/chart/chartModel';
import { plotArea } from '../../../src/core/chart/plotArea';
import { timeTicks } from '../../../src/core/chart/drawChart';
import type { QueryResultsState, ResultRow } from '../../../src/core/pages/queryResults';
import { noon, resultsState } from '../../pages/support/states';

const names = Array.from({ length: 7 }, (_, index) => `n${index}`);

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
  const model = chartModel(resultsState({ chart, columns, rowCount: rows.length }), rows, total);
  assert(model);
  return model;
}

describe('The model of a chart', () => {
  it('is in the order of time, with a gap for each step larger than the smallest', () => {
    const rows = [3, 1, 1, 2].map((hour): ResultRow => [noon + hour * 3_600_000, '', hour]);
    const model = modelOf(rows, { shape: 'line', x: ['_time'] });

    assert.deepEqual(model.series[0]?.values, [1, 1, 2, 3]);
    assert.equal(model.step, 3_600_000);
    assert.deepEqual(model.shapes, ['line', 'area', 'bar']);
  });

  it('has zeros for counts of nothing, in empty intervals too, unless rows are filtered or the clock changes', () => {
    const hour = 3_600_000;
    const at = (hours: number, value: number | null): ResultRow => [noon + hours * hour, '', value];
    const overTime = { shape: 'line' as const, x: ['_time'], counts: true, span: hour };
    const values = (rows: readonly ResultRow[], change = {}): unknown =>
      modelOf(rows, { ...overTime, ...change }).series[0]?.values;
    assert.deepEqual(values([at(0, 5), at(1, null), at(4, 2)]), [5, 0, 0, 0, 2]);
    assert.deepEqual(values([at(0, 5), at(1, null), at(4, 2)], { counts: undefined }), [5, null, 2]);
    assert.deepEqual(values([at(0, 5), at(23, 1), at(47, 2)], { span: 24 * hour }), [5, 1, 2]);
    assert.deepEqual(values([at(0, 5), at(9000, 1)]), [5, 1]);
    const columns = [
      { name: '_time', type: 'time' as const },
      { name: 'n0', type: 'number' as const },
    ];
    const state = resultsState({ chart: { ...overTime, series: ['n0'] }, columns, rowCount: 3 });
    const filtered = chartModel(
      state,
      [
        [noon, 1],
        [noon + 2 * hour, 1],
      ],
      2,
    );
    assert.deepEqual(filtered?.times?.length, 2);
  });

  it('marks the last interval if it had not ended, and the first if it began before the period', () => {
    const hour = 3_600_000;
    const rows: readonly ResultRow[] = [
      [noon, '', 1],
      [noon + hour, '', 2],
    ];
    const marked = (change: object): unknown =>
      modelOf(rows, { shape: 'line', x: ['_time'], ...change }).incomplete;
    assert.deepEqual(marked({ span: hour, until: noon + 2 * hour - 1 }), [1]);
    assert.deepEqual(marked({ span: hour, until: noon + 2 * hour }), []);
    assert.deepEqual(marked({ until: noon + hour }), [1], 'months have no fixed length');
    assert.deepEqual(marked({ span: hour, until: noon }), [], 'events may lie ahead');
    assert.deepEqual(marked({ span: hour }), []);
    assert.deepEqual(marked({ span: hour, from: noon + 1 }), [0]);
    assert.deepEqual(marked({ span: hour, from: noon }), []);
    assert.deepEqual(marked({ span: hour, from: noon + hour }), [], 'nothing is known of it');
    assert.deepEqual(marked({ span: hour, from: noon + 1, until: noon + hour }), [0, 1]);
  });

  it('has no value when a row has none, or a text that is no number', () => {
    const model = modelOf([null, '', 'x', '7', 8].map((cell, index): ResultRow => [0, String(index), cell]));

    assert.deepEqual(model.series[0]?.values, [null, null, null, 7, 8]);
  });

  const many = ['big', 'tiny', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'other'];
  const sizes: Readonly<Record<string, number>> = { big: 900, tiny: 1, other: 500 };
  const sized = (
    change: Partial<NonNullable<QueryResultsState['chart']>>,
    picked: readonly string[] | null = null,
    chartShape: QueryResultsState['view']['chartShape'] = null,
  ): ChartModel => {
    const columns = [
      { name: '_time', type: 'time' as const },
      ...many.map((name) => ({ name, type: 'number' as const })),
    ];
    const rows = [0, 1].map((hour): ResultRow => [
      noon + hour * 3_600_000,
      ...many.map((name, index) => sizes[name] ?? 10 * (index + 1) + hour),
    ]);
    const chart = { shape: 'line' as const, x: ['_time'], series: many, ...change };
    const state = resultsState({ chart, columns });
    const view = { ...state.view, chartShape, chartSeries: picked === null ? null : [...picked] };
    const model = chartModel({ ...state, view }, rows, 2);
    assert(model);
    return model;
  };

  /** The names of what is drawn, and how many are left out. */
  const drawn = ({ series, left }: ChartModel): readonly unknown[] => [
    ...series.map(({ name }) => name),
    left.series,
  ];

  it('draws the largest series, the largest first, and the sum of all others', () => {
    const model = sized({ shape: 'bar', additive: true });
    assert.deepEqual(drawn(model), ['big', 'g', 'f', 'e', 'd', 'c', 'Other (4 series)', 0]);
    // tiny 1, a 30, b 40, other 500; in the second row a and b have one more.
    assert.deepEqual(model.series.at(-1)?.exact, [571, 573]);
  });

  it('draws no sum of the others next to lines and areas, which it would flatten, and says how many are left out', () => {
    for (const shape of ['line', 'area'] as const)
      assert.deepEqual(drawn(sized({ shape, additive: true })), ['big', 'g', 'f', 'e', 'd', 'c', 4]);
    assert.equal(sized({ additive: true }, null, 'stacked').series.at(-1)?.name, 'Other (4 series)');
  });

  it('draws no sum of what cannot be added, such as averages, and says how many series are left out', () => {
    assert.deepEqual(drawn(sized({})), ['big', 'other', 'g', 'f', 'e', 'd', 4]);
  });

  it('draws the series that the user has selected, and all of them again if none of them is there', () => {
    const names = (picked: readonly string[]): readonly string[] =>
      sized({ shape: 'bar', additive: true }, picked).series.map(({ name }) => name);
    assert.deepEqual(names(['tiny', 'b']), ['b', 'tiny', 'Other (8 series)']);
    assert.deepEqual(names(['tiny', 'elsewhere']), ['tiny', 'Other (9 series)']);
    assert.equal(names(['elsewhere'])[0], 'big');
    assert.equal(names(many.filter((name) => name !== 'tiny')).at(-1), 'tiny');
  });

  it('sums exactly what is not drawn, whatever the values are', () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constant(null));
    const table = fc.array(fc.array(value, { minLength: 7, maxLength: 7 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, (rows) => {
        const { series } = modelOf(
          rows.map((row, index): ResultRow => [0, `${index}`, ...row]),
          { series: names, additive: true },
        );
        for (const [index, row] of rows.entries()) {
          const sum = series.reduce((total, { values }) => total + (values[index] ?? 0), 0);
          assert.equal(
            sum,
            row.reduce<number>((total, each) => total + (each ?? 0), 0),
          );
        }
      }),
      { seed: 40, numRuns: 200 },
    );
  });

  it('has all single values, which need no colors', () => {
    assert.equal(
      modelOf([[0, '', ...names.map(() => 1)]], { shape: 'single', x: [], series: names }).series.length,
      7,
    );
  });

  it('has six series and 2,000 rows at most, and says how many are left out', () => {
    const rows = Array.from({ length: 2100 }, (_, index): ResultRow => [
      0,
      `${index}`,
      ...names.map(() => 1),
    ]);
    const model = modelOf(rows, { series: names }, 5000);

    assert.deepEqual([model.labels.length, model.series.length], [2000, 6]);
    assert.deepEqual(model.left, { points: 3000, series: 1 });
    const timed = modelOf(
      rows.map((_, index): ResultRow => [noon - index, '', index]),
      { shape: 'line', x: ['_time'] },
    );
    assert.deepEqual([timed.labels.length, timed.series[0]?.values[0]], [2000, 1999]);
  });

  it('may be a pie of as many slices as there are colors', () => {
    const shapes = (count: number): readonly string[] =>
      modelOf(Array.from({ length: count }, (_, index): ResultRow => [0, `${index}`, 1])).shapes;

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
    const ticks = (...values: readonly (number | null)[]): readonly number[] => {
      const model = modelOf(values.map((value, index): ResultRow => [0, `${index}`, value]));
      return plotArea(model, { width: 400, height: 200 }, new Set()).yTicks;
    };

    assert.deepEqual(ticks(1, null), [0, 1]);
    assert.deepEqual(ticks(0), [0, 1]);
    assert.deepEqual(ticks(3, 9), [0, 5, 10]);
    assert.deepEqual(ticks(0.5, 1), [0, 0.25, 0.5, 0.75, 1]);
  });

  const overTime = resultsState({
    chart: { shape: 'line', x: ['_time'], series: ['n0'] },
    columns: [
      { name: '_time', type: 'time' },
      { name: 'n0', type: 'number' },
    ],
  });

  it('is undefined without rows, and without a time on a time axis', () => {
    const isDrawn = (rows: readonly ResultRow[], state = overTime): boolean =>
      chartModel(state, rows, rows.length) !== undefined;
    assert.equal(isDrawn([[0, 1]], { ...overTime, chart: null }), false);
    assert.deepEqual([isDrawn([]), isDrawn([['soon', 1]]), isDrawn([[0, 1]])], [false, false, true]);
  });

  it('is labeled by all columns of its groups, with a text for missing values', () => {
    const cells = ['a', '', null, { b: 1 }];
    const model = modelOf(
      cells.map((cell): ResultRow => [noon, cell, 1]),
      { x: ['_time', 'x', 'missing'] },
      1,
    );
    assert.deepEqual(
      model.labels,
      ['a', 'empty text', '–', '{"b":1}'].map((text) => `${noon} · ${text} · –`),
    );
    assert.deepEqual(
      [model.xName, model.times, model.step, model.left.points],
      ['_time, x, missing', undefined, 1000, 0],
    );
  });

  it('has the numbers of texts, with all digits', () => {
    const cells = ['12345678901234567890', '-7', '1.5', 'Infinity', true];
    const [series] = modelOf(cells.map((cell): ResultRow => [0, '', cell])).series;
    assert.deepEqual(series?.exact, [12_345_678_901_234_567_890n, -7, 1.5, null, null]);
    assert.deepEqual(series.values, [12_345_678_901_234_567_000, -7, 1.5, null, null]);
  });

  it('takes the selected shape when it fits', () => {
    const shapeOf = (
      chartShape: ChartModel['shape'],
      series: readonly string[],
      ...row: readonly (number | null)[]
    ): readonly unknown[] => {
      const state = resultsState({
        chart: { shape: 'bar', x: ['x'], series: [...series] },
        columns: ['x', 'n0', 'n1'].map((name) => ({ name, type: 'number' })),
      });
      const model = chartModel({ ...state, view: { ...state.view, chartShape } }, [['a', ...row]], 1);
      return [model?.shape, model?.shapes];
    };
    assert.deepEqual(shapeOf('pie', ['n0'], 0), ['pie', ['bar', 'pie']]);
    assert.deepEqual(shapeOf('line', ['n0'], 1), ['bar', ['bar', 'pie']]);
    assert.deepEqual(shapeOf('stacked', ['n0', 'n1'], 1, null), ['stacked', ['bar', 'stacked']]);
    assert.deepEqual(shapeOf('stacked', ['n0', 'n1'], 1, -1), ['bar', ['bar']]);
    assert.deepEqual(modelOf([[0, '', 1]], { shape: 'single', x: [] }).shapes, ['single']);
    const mixed = [5, -1].map((value): ResultRow => [0, '', value]);
    assert.deepEqual(modelOf(mixed).shapes, ['bar']);
  });

  it('shows times at the offset of the platform when that is selected', () => {
    const model = chartModel({ ...overTime, view: { ...overTime.view, zone: 'server' } }, [[noon, 1]], 1);
    assert.deepEqual([model?.offsetAt(noon), model?.times, model?.step], [540, [noon], 1000]);
  });

  it('has round times on its axis in the selected zone, also across a change of the clock', () => {
    const ticks = (
      begin: number,
      end: number,
      max: number,
      offsetAt: (epoch: number) => number,
    ): readonly (readonly [string, string])[] =>
      timeTicks([begin, end], max, offsetAt).map(({ time, text }) => [
        new Date(time).toISOString().slice(5, 16),
        text,
      ]);
    const start = Date.UTC(2026, 0, 1);
    const hour = 3_600_000;
    assert.deepEqual(
      ticks(start, start + 24 * hour, 4, () => 540),
      [
        ['01-01T03:00', '12:00'],
        ['01-01T09:00', '18:00'],
        ['01-01T15:00', '01-02'],
        ['01-01T21:00', '06:00'],
      ],
    );
    const change = Date.UTC(2026, 2, 8, 7);
    const newYork = (epoch: number): number => (epoch < change ? -300 : -240);
    const saturday = Date.UTC(2026, 2, 7, 5);
    assert.deepEqual(ticks(saturday, saturday + 96 * hour, 4, newYork), [
      ['03-07T05:00', '03-07'],
      ['03-08T05:00', '03-08'],
      ['03-09T04:00', '03-09'],
      ['03-10T04:00', '03-10'],
      ['03-11T04:00', '03-11'],
    ]);
    const night = ticks(change - 2 * hour, change + 4 * hour, 6, newYork).map(([, text]) => text);
    assert.deepEqual(night, ['03-08', '01:00', '03:00', '04:00', '05:00', '06:00']);
    const years = 800 * 24 * hour;
    assert.equal(ticks(start, start + years, 1, () => 0).length, 1);
  });
});
