import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import { RunningQuery } from '../../src/core/api/runningQuery';
import { exportRows } from '../../src/extension/features/queryResults/resultsExport';
import { runCell, withHash } from '../../src/core/notebook/runCell';
import type { CellRun } from '../../src/core/pages/notebook';
import { suiteApp, suiteClient } from '../support/startApp';
import { temporaryFolder } from '../support/temporaryFolder';

describe('The hash of a result of a notebook', () => {
  const app = suiteApp();
  const client = suiteClient(app, 'member');

  const connection = { name: 'Lab', environment: 'local', readOnly: false, serverOffset: null } as const;
  const run = async (text: string): Promise<CellRun> => {
    await using query = await RunningQuery.start(client, text);
    return await withHash(query, await runCell(query, connection, undefined), undefined);
  };
  const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

  it('is that of its rows as lines of JSON, so another value, order or type is another hash', async () => {
    const hashes = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(), async (one, pick) => {
        for (const changed of [one, ...changesOf(one, pick)]) {
          const lines = changed.map((row) => `${JSON.stringify(row)}\n`).join('');
          const { hash, hashed } = await run(queryFor(changed));
          assert.deepEqual([hash, hashed], [hashOf(lines), changed.length], lines);
          assert.equal(hashes.get(hash) ?? lines, lines);
          hashes.set(hash, lines);
        }
      }),
      { seed: 42, numRuns: 2 },
    );
  });

  it('is that of the file that an export as NDJSON writes', async () => {
    await using folder = await temporaryFolder();
    const text = queryFor([
      { a: '한글 \u2028 "x" \\ \n \u0000', b: 9007199254740993n.toString(), c: [1, { d: null }] },
      { a: null, b: 1e-7, c: true },
    ]);
    const file = path.join(folder.path, 'rows.ndjson');
    const { signal } = new AbortController();
    const ignore = (): void => undefined;
    await using query = await RunningQuery.start(client, text);
    await query.finish();
    await exportRows(query.source(signal), { format: 'ndjson', columns: [] }, file, ignore, signal);
    const { hash } = await run(text);
    assert.equal(hash, hashOf(await readFile(file)));
  });

  it('is that of no text for a result without rows', async () => {
    const { hash, hashed, total } = await run('json "{}" | limit 0');
    assert.deepEqual([hash, hashed, total], [hashOf(''), 0, 0]);
  });

  it('covers the rows that are not kept, at most 100,000', async () => {
    const line = '{"a":1}\n';
    const { rows: kept, hash, hashed, total } = await run(`json "{'a':1}" | repeat count=100001`);
    assert.deepEqual([kept.length, hashed, total], [1000, 100_000, 100_001]);
    assert.equal(hash, hashOf(line.repeat(100_000)));
  });
});

type Row = Readonly<Record<string, unknown>>;
const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.integer().map((number) => number / 8),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('1', 'true', 'null', '', ' ', '\n', '|', '$("a")', '한'),
);
const rows = fc.array(fc.record({ a: value, b: value }), { minLength: 1, maxLength: 4 });

/** The same rows with another value, another type, another order, a row less, and a row twice. */
function changesOf(all: readonly Row[], pick: number): readonly (readonly Row[])[] {
  const at = pick % all.length;
  const { a, b } = all[at] ?? {};
  const replaced = (row: Row): readonly Row[] => all.with(at, row);
  return [
    replaced({ a: `${String(a)}x`, b }),
    replaced({ a: typeof a === 'string' ? 1 : String(a), b }),
    replaced({ a: b, b: a }),
    all.toReversed(),
    [...all, ...all.slice(at, at + 1)],
    all.map((row) => ({ b: row['b'], a: row['a'] })),
  ];
}

function queryFor(all: readonly Row[]): string {
  return `json "${JSON.stringify(all).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
