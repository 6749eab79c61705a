import assert from 'node:assert/strict';
import { cp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';
import { addRows, addTable, runMaintenance } from '../support/tables';
import { temporaryFolder } from '../support/temporaryFolder';
import type { TemporaryFolder } from '../support/temporaryFolder';

const threeDays = `SELECT TIMESTAMP '2026-01-01' + to_hours(i) AS _time, i AS n FROM range(72) r(i)`;

/** Makes a store with a table of three segments of 24 rows and returns the path of the second. */
async function fillStore(dataFolder: string): Promise<string> {
  await using app = await startApp({ dataFolder });
  await addTable(app, 'logs');
  await addRows(app, 'logs', threeDays);
  using scan = app.parts.logTables.scan(['logs']);
  return scan.segments[1]?.path ?? '';
}

async function overwrite(file: string): Promise<void> {
  const { length } = await readFile(file);
  await writeFile(file, Buffer.alloc(length, 'x'));
}

async function flipByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  const index = 4096 + 20;
  bytes[index] = (bytes[index] ?? 0) ^ 0xff;
  await writeFile(file, bytes);
}

describe('A damaged store', () => {
  let template: TemporaryFolder;
  let second: string;
  before(async () => {
    template = await temporaryFolder();
    second = path.relative(template.path, await fillStore(template.path));
  });
  after(() => template[Symbol.asyncDispose]());

  /** A store with a table of three segments of 24 rows; returns the path of the second. */
  async function makeStore(dataFolder: string): Promise<string> {
    await cp(template.path, dataFolder, { recursive: true });
    return path.join(dataFolder, second);
  }

  for (const [damage, cause, apply] of [
    ['is missing', 'is missing', (file: string) => rm(file)],
    ['is cut off', /has 100 bytes instead of \d+/, (file: string) => truncate(file, 100)],
    ['is overwritten', 'is damaged', overwrite],
  ] as const) {
    it(`reports a segment that ${damage}, and the rest of the table can be read`, async () => {
      await using folder = await temporaryFolder();
      const file = await makeStore(folder.path);
      await apply(file);
      await using app = await startApp({ dataFolder: folder.path });
      assert.deepEqual(await queryClient(app).rows('table logs | stats count, min(n), max(n)'), [
        { count: 48, 'min(n)': 0, 'max(n)': 71 },
      ]);
      assert.equal(app.parts.logTables.find('logs')?.rows, 48);
      const [reported = '', ...others] = app.logged;
      assert.deepEqual(others, []);
      assert.match(
        reported,
        /^table logs: 24 rows from 2026-01-02T00:00:00.000Z to 2026-01-02T23:00:00.000Z/,
      );
      assert.match(reported, new RegExp(typeof cause === 'string' ? cause : cause.source));
    });
  }

  for (const [damage, apply] of [
    ['values', (bytes: Buffer) => bytes.subarray(4, 450).fill(0xff)],
    ['description', (bytes: Buffer) => bytes.subarray(4, -8).fill(0)],
  ] as const) {
    it(`names the rows of a file whose ${damage} cannot be read, and reads the others from then on`, async () => {
      await using folder = await temporaryFolder();
      const file = await makeStore(folder.path);
      const bytes = await readFile(file);
      apply(bytes);
      await writeFile(file, bytes);
      await using app = await startApp({ dataFolder: folder.path });
      const question = new URLSearchParams({ q: 'table logs | stats count, sum(n)' }).toString();
      const { status, body } = await app.call('member', `GET /api/core/query?${question}`);
      assert.equal(status, 500);
      const period = 'from 2026-01-02T00:00:00.000Z to 2026-01-02T23:00:00.000Z';
      assert.deepEqual(body, {
        error_code: 'illegal-state',
        error_msg: `24 rows of the table logs ${period} are damaged and left out from now on`,
      });
      assert.deepEqual(await queryClient(app).rows('table logs | stats count'), [{ count: 48 }]);
      assert.equal(app.parts.logTables.find('logs')?.rows, 48);
      const [reported = '', ...others] = app.logged;
      assert.match(reported, /^table logs: 24 rows from .* cannot be read: .* is damaged: /);
      assert.deepEqual(others, []);
    });
  }

  it('joins the small files of a day although one of them cannot be read', async () => {
    await using folder = await temporaryFolder();
    await using app = await startApp({ dataFolder: folder.path });
    await addTable(app, 'logs');
    const append = (n: number): Promise<number> =>
      addRows(app, 'logs', `SELECT TIMESTAMP '2026-01-01' AS _time, ${n}::BIGINT AS n`);
    for (let n = 0; n < 14; n += 1) await append(n);
    {
      using scan = app.parts.logTables.scan(['logs']);
      const { path: file = '' } = scan.segments[3] ?? {};
      const bytes = await readFile(file);
      bytes.subarray(4, -8).fill(0);
      await writeFile(file, bytes);
    }
    for (let n = 14; n < 17; n += 1) await append(n);
    await eventually(() => app.parts.logTables.find('logs')?.segments.size === 1);
    const table = app.parts.logTables.find('logs');
    assert.deepEqual([table?.rows, table?.unreadable.length], [16, 1]);
  });

  it('counts a segment again after its file is restored', async () => {
    await using folder = await temporaryFolder();
    const file = await makeStore(folder.path);
    await rename(file, `${folder.path}/saved`);
    {
      await using app = await startApp({ dataFolder: folder.path });
      assert.equal(app.parts.logTables.find('logs')?.rows, 48);
    }
    await rename(`${folder.path}/saved`, file);
    await using app = await startApp({ dataFolder: folder.path });
    assert.equal(app.parts.logTables.find('logs')?.rows, 72);
    assert.deepEqual(app.logged, []);
  });

  it('drops a segment that cannot be read when it expires', async () => {
    await using folder = await temporaryFolder();
    await rm(await makeStore(folder.path));
    {
      await using app = await startApp({ dataFolder: folder.path });
      await app.parts.logTables.setRetention('logs', 1);
      await runMaintenance(app, 'logs', new Date('2026-01-04T12:00:00Z'));
      const table = app.parts.logTables.find('logs');
      assert.deepEqual([table?.rows, table?.unreadable], [24, []]);
    }
    await using app = await startApp({ dataFolder: folder.path });
    assert.deepEqual(app.logged, []);
  });

  it('reports each damaged file once, and removes it with its table', async () => {
    await using folder = await temporaryFolder();
    await makeStore(folder.path);
    await using app = await startApp({ dataFolder: folder.path });
    const { logTables } = app.parts;
    for (const day of [1, 2]) {
      const [file = ''] = logTables.find('logs')?.segments.keys() ?? [];
      await overwrite(logTables.files.pathOf(file));
      const damaged = await logTables.leaveOutDamaged([file]);
      assert.deepEqual(
        damaged.map(({ table, rows, minTime }) => [table, rows, minTime.toISOString().slice(0, 10)]),
        [['logs', 24, `2026-01-0${day}`]],
      );
    }
    assert.equal((await parquetFiles(folder.path)).length, 3);
    await logTables.drop('logs');
    assert.deepEqual(await parquetFiles(folder.path), []);
  });

  for (const [damage, cause, apply] of [
    ['has a broken block', /Corrupt database file/, flipByte],
    ['is cut off', /not read enough bytes/, (file: string) => truncate(file, 5000)],
    ['is something else', /not a valid DuckDB database file/, overwrite],
  ] as const) {
    it(`is reported with its cause if the database ${damage}`, async () => {
      await using folder = await temporaryFolder();
      await makeStore(folder.path);
      const database = path.join(folder.path, 'platform.duckdb');
      await apply(database);
      await assert.rejects(startApp({ dataFolder: folder.path }), (error: Error) => {
        assert.ok(error.message.startsWith(`The database ${database} cannot be opened: `), error.message);
        assert.match(error.message, cause);
        assert.ok(error.cause instanceof Error);
        return true;
      });
    });
  }

  it('is not treated as empty if the database is missing', async () => {
    await using folder = await temporaryFolder();
    const file = await makeStore(folder.path);
    await rm(path.join(folder.path, 'platform.duckdb'));
    await assert.rejects(startApp({ dataFolder: folder.path }), /contains log tables, but their database/);
    await readFile(file);
  });

  for (const [damage, apply] of [
    ['removed', (log: string) => rm(log)],
    ['cut off', (log: string) => truncate(log, 100)],
  ] as const) {
    it(`keeps and reports the files of rows that the database lost because its log was ${damage}`, async () => {
      await using folder = await temporaryFolder();
      await makeStore(folder.path);
      const copied = path.join(folder.path, 'killed');
      {
        await using app = await startApp({ dataFolder: folder.path });
        await addRows(app, 'logs', `SELECT TIMESTAMP '2026-02-01' AS _time, 1::BIGINT AS n`);
        // What a process that is killed now leaves behind.
        for (const part of ['platform.duckdb', 'platform.duckdb.wal', 'platform.changes', 'segments']) {
          await cp(path.join(folder.path, part), path.join(copied, part), { recursive: true });
        }
      }
      await apply(path.join(copied, 'platform.duckdb.wal'));
      const quarantine = path.join(copied, 'segments', 'quarantine');
      {
        await using app = await startApp({ dataFolder: copied });
        assert.equal(app.parts.logTables.find('logs')?.rows, 72);
        assert.equal(app.logged.length, 2);
        assert.match(app.logged[0] ?? '', /^files that belong to no table were moved to .*quarantine: 1/);
        assert.match(app.logged[1] ?? '', /^the database has lost \d+ changes that were acknowledged/);
      }
      const [kept = '', ...others] = await parquetFiles(quarantine);
      assert.deepEqual(others, []);
      assert.ok((await readFile(path.join(quarantine, kept))).length > 0);
      await using again = await startApp({ dataFolder: copied });
      assert.deepEqual(again.logged, []);
    });
  }

  it('removes the files of a write that was interrupted before its commit, and no others', async () => {
    await using folder = await temporaryFolder();
    const file = await makeStore(folder.path);
    await cp(file, `${file.slice(0, -8)}-uncommitted.parquet`);
    await writeFile(path.join(path.dirname(file), 'notes.txt'), 'mine');
    await using app = await startApp({ dataFolder: folder.path });
    assert.deepEqual(app.logged, []);
    assert.equal((await parquetFiles(path.join(folder.path, 'segments'))).length, 3);
    assert.equal(await readFile(path.join(path.dirname(file), 'notes.txt'), 'utf8'), 'mine');
  });

  for (const [damage, apply] of [
    ['is deleted', (file: string) => rm(file)],
    ['has no number', (file: string) => writeFile(file, '1 or 2')],
  ] as const) {
    it(`keeps files without a table if the file with the number of changes ${damage}`, async () => {
      await using folder = await temporaryFolder();
      const file = await makeStore(folder.path);
      await cp(file, `${file.slice(0, -8)}-unknown.parquet`);
      await apply(path.join(folder.path, 'platform.changes'));
      await using app = await startApp({ dataFolder: folder.path });
      assert.equal(app.logged.length, 1);
      assert.equal((await parquetFiles(path.join(folder.path, 'segments', 'quarantine'))).length, 1);
    });
  }
});

async function parquetFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true });
  return found.filter((file) => file.endsWith('.parquet'));
}
