import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { schemaOf } from '../../../../src/platform/engine/plan/kind';
import { storedResult } from '../../../../src/platform/engine/duckdb/storedResult';
import type { ResultRow, RowRange } from '../../../../src/platform/engine/run/resultRows';

describe('The stored rows of a query', () => {
  let instance: DuckDBInstance;
  let connection: DuckDBConnection;
  /** Statements that are run after the rows, rather than read. */
  let afterwards: string[];
  before(async () => {
    instance = await DuckDBInstance.create(':memory:');
    connection = await instance.connect();
    const run = connection.run.bind(connection);
    await run('CREATE TABLE r AS SELECT i::BIGINT AS c0, i::DOUBLE / (i - 4) AS c1 FROM range(5000) t(i)');
    connection.run = (sql) => {
      afterwards.push(sql);
      return run(sql);
    };
  });
  beforeEach(() => {
    afterwards = [];
  });
  after(() => {
    connection.closeSync();
    instance.closeSync();
  });

  /** The rows with the numbers from `start` to the one before `end`; the table has more of them. */
  function rowsOf(start: number, end: number, range: RowRange): AsyncIterable<readonly ResultRow[]> {
    const schema = schemaOf({ n: 'long', share: 'double' });
    const connect = () => Promise.resolve(Object.assign(connection, { [Symbol.dispose]: () => undefined }));
    return storedResult({ table: 'r', schema, start, end }, connect).read(range, 'json');
  }

  it('are those of the page, and none beyond the end of the result', async () => {
    for (const [range, numbers] of [
      [{ offset: 0, limit: 100 }, ['2', '3', '4', '5']],
      [{ offset: 1, limit: 2 }, ['3', '4']],
      [{ offset: 3, limit: 1 }, ['5']],
      [{ offset: 4, limit: 1 }, []],
      [{ offset: 9, limit: 9 }, []],
    ] as const) {
      const read: unknown[] = [];
      for await (const rows of rowsOf(2, 6, range)) read.push(...rows.map(([number]) => number));
      assert.deepEqual(read, numbers);
    }
    assert.deepEqual(afterwards, [], 'nothing is to be ended');
  });

  it('have no number that is not finite', async () => {
    for await (const rows of rowsOf(4, 6, { offset: 0, limit: 2 })) {
      assert.deepEqual(rows, [
        ['4', null],
        ['5', '5.0'],
      ]);
    }
  });

  it('are released when a reader leaves before the last', async () => {
    for await (const rows of rowsOf(0, 5000, { offset: 0, limit: 5000 })) {
      assert.ok(rows.length < 5000);
      break;
    }
    assert.equal(afterwards.length, 1);
  });
});
