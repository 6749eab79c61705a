import assert from 'node:assert/strict';
import type { Operator, Pipeline } from '../../../../src/platform/engine/plan/operator';
import { QueryRejection } from '../../../../src/platform/engine/plan/queryRejection';
import { checkTables } from '../../../../src/platform/engine/run/checkTables';
import type { LogTableAccess } from '../../../../src/platform/store/logTables';

type Scan = ReturnType<LogTableAccess['scan']>;

/** Tables of which only `web` exists, with two files; counts the scans that are still open. */
function tablesOf() {
  const seen = { open: 0, scanned: [] as string[] };
  const scan = (names: readonly string[]): Scan => {
    seen.open += 1;
    seen.scanned.push(...names);
    return {
      tables: ['web', 'idle'],
      segments: [2, 3].map((rows) => ({ table: 'web', rows })),
      missing: names.filter((name) => name !== 'web' && name !== '*'),
      [Symbol.dispose]: () => void (seen.open -= 1),
    } as unknown as Scan;
  };
  return { seen, tables: { scan } as unknown as LogTableAccess };
}

function pipeline(operator: object, ...subqueries: readonly Pipeline[]): Pipeline {
  return { subqueries, operators: [operator as Operator] } as unknown as Pipeline;
}

const reading = (name: string, optional = false): object => ({
  operator: 'scan',
  tables: [{ name, optional }],
});

describe('The tables of a query', () => {
  function rejectionOf(query: Pipeline): string | undefined {
    const { seen, tables } = tablesOf();
    try {
      checkTables(query, tables);
      return undefined;
    } catch (error) {
      assert.ok(error instanceof QueryRejection);
      return error.key;
    } finally {
      assert.equal(seen.open, 0, 'every scan is ended');
    }
  }

  it('must exist, those of its subqueries too, unless they are optional', () => {
    assert.equal(rejectionOf(pipeline(reading('web'))), undefined);
    assert.equal(rejectionOf(pipeline(reading('gone'))), 'table-not-found');
    assert.equal(rejectionOf(pipeline(reading('gone', true))), undefined);
    const inside = pipeline(reading('web'), pipeline(reading('web'), pipeline(reading('gone'))));
    assert.equal(rejectionOf(inside), 'table-not-found');
    for (const [operator, key] of [
      ['import', 'table-not-found'],
      ['lookup', 'invalid-lookup-name'],
      ['networks', 'invalid-lookup-name'],
    ] as const) {
      assert.equal(rejectionOf(pipeline({ operator, table: 'gone' })), key);
      assert.equal(rejectionOf(pipeline({ operator, table: 'web' })), undefined);
    }
  });
});
