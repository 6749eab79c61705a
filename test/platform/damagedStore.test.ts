import assert from 'node:assert/strict';
import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';
import { addRows, addTable, runUpkeep } from '../support/tables';
import { temporaryFolder } from '../support/temporaryFolder';

const threeDays = `SELECT TIMESTAMP '2026-01-01' + to_hours(i) AS _time, i AS n FROM range(72) r(i)`;

/** Makes a store with a table of three segments of 24 rows and returns the path of the second. */
async function makeStore(dataFolder: string): Promise<string> {
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
  const place = 4096 + 20;
  bytes[place] = (bytes[place] ?? 0) ^ 0xff;
  await writeFile(file, bytes);
}

describe('a damaged store', () => {
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

  it('counts a segment again once its file is back', async () => {
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

  it('forgets a segment that cannot be read when its time is over', async () => {
    await using folder = await temporaryFolder();
    await rm(await makeStore(folder.path));
    {
      await using app = await startApp({ dataFolder: folder.path });
      await app.parts.logTables.setRetention('logs', 1);
      await runUpkeep(app, 'logs', new Date('2026-01-04T12:00:00Z'));
      assert.equal(app.parts.logTables.find('logs')?.rows, 24);
    }
    await using app = await startApp({ dataFolder: folder.path });
    assert.deepEqual(app.logged, []);
  });

  for (const [damage, cause, apply] of [
    ['has a broken block', /Corrupt database file/, flipByte],
    ['is cut off', /not read enough bytes/, (file: string) => truncate(file, 5000)],
    ['is something else', /not a valid DuckDB database file/, overwrite],
  ] as const) {
    it(`is told with its cause where the database ${damage}`, async () => {
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

  it('is not taken for an empty one where the database is gone', async () => {
    await using folder = await temporaryFolder();
    const file = await makeStore(folder.path);
    await rm(path.join(folder.path, 'platform.duckdb'));
    await assert.rejects(startApp({ dataFolder: folder.path }), /contains log tables, but their database/);
    await readFile(file);
  });
});
