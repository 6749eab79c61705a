import type { RunningApp } from '../startApp';
import { addRows, addTable } from '../tables';
import type { Source } from './commands';

/** The rows of the table that `lookup` reads, newest first. */
const rows = [
  { k: '02', v: 'padded' },
  { k: '2', v: 'newest' },
  { k: 'kim', v: '10' },
  { k: '1', v: null },
  { k: null, v: 'nothing' },
  { k: '1', v: 'old' },
  { k: '2.5', v: 'half' },
  { k: '2', v: 'older' },
  { k: '1.0', v: 'decimal' },
] as const;

export const mapping: Source = {
  text: 'mapping',
  table: {
    fields: [
      { name: 'k', kind: 'string' },
      { name: 'v', kind: 'string' },
    ],
    rows,
    ordered: true,
  },
};

export async function addMapping(app: RunningApp): Promise<void> {
  await addTable(app, mapping.text);
  const text = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`);
  const selects = rows.map(
    ({ k, v }, index) =>
      `SELECT '2026-03-${28 - index} 00:00:00Z' AS _time, ${text(k)}::VARCHAR AS k, ${text(v)}::VARCHAR AS v`,
  );
  await addRows(app, mapping.text, selects.join(' UNION ALL '));
}
