import type { RunningApp } from '../startApp';
import { addRows, addTable } from '../tables';
import type { Row, Value } from './values';

/** The rows of the table that `lookup` reads, newest first. */
const rows: readonly (readonly [k: string | null, v: string | null])[] = [
  ['02', 'padded'],
  ['2', 'newest'],
  ['kim', '10'],
  ['1', null],
  [null, 'nothing'],
  ['1', 'old'],
  ['2', 'older'],
];

export const mapping: readonly Row[] = rows.map(
  ([k, v]) =>
    new Map<string, Value>([
      ['k', k],
      ['v', v],
    ]),
);

export async function addMapping(app: RunningApp): Promise<void> {
  await addTable(app, 'mapping');
  const text = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`);
  const selects = rows.map(
    ([k, v], index) =>
      `SELECT '2026-03-${28 - index} 00:00:00Z' AS _time, ${text(k)}::VARCHAR AS k, ${text(v)}::VARCHAR AS v`,
  );
  await addRows(app, 'mapping', selects.join(' UNION ALL '));
}
