import assert from 'node:assert/strict';
import { cp, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../support/eventually';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable, runMaintenance } from '../support/tables';
import { temporaryFolder } from '../support/temporaryFolder';

async function valuesOf(app: RunningApp, column: string): Promise<unknown[]> {
  using scan = app.parts.logTables.scan(['logs']);
  const files = scan.segments.map((segment) => `'${segment.path}'`).join(', ');
  const rows = await app.parts.database.read(
    `SELECT ${column} AS value FROM read_parquet([${files}], union_by_name = true) ORDER BY _id`,
  );
  return rows.map((row) => row['value']);
}

async function segmentFiles(app: RunningApp): Promise<string[]> {
  const folder = path.join(app.parts.database.segmentFolder, 'tables');
  return (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.parquet'));
}

describe('Log tables', () => {
  it('keep one file for each day and read only the requested days', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    await addRows(
      app,
      'logs',
      `SELECT TIMESTAMP '2026-01-01' + to_hours(i) AS _time, i AS n FROM range(72) r(i)`,
    );
    using all = app.parts.logTables.scan(['logs']);
    assert.deepEqual(
      all.segments.map(({ rows }) => rows),
      [24, 24, 24],
    );
    using day = app.parts.logTables.scan(['logs'], {
      from: new Date('2026-01-02T00:00:00Z'),
      to: new Date('2026-01-03T00:00:00Z'),
    });
    assert.deepEqual(
      day.segments.map(({ minTime }) => minTime),
      [new Date('2026-01-02T00:00:00Z')],
    );
  });

  it('give each row its own number when many are written at once', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    const rows = (count: number): string =>
      `SELECT TIMESTAMP '2026-01-01' AS _time, i AS n FROM range(${count}) r(i)`;
    const { files } = app.parts.logTables;
    const stagingFolder = files.stagingFolder.bind(files);
    const started = new Promise<void>((resolve) => {
      files.stagingFolder = (name) => {
        resolve();
        return stagingFolder(name);
      };
    });
    const slow = addRows(app, 'logs', `${rows(300_000)} WHERE i < 100 OR md5(i::VARCHAR) = ''`);
    await started;
    await addRows(app, 'logs', rows(5));
    await slow;
    await addRows(app, 'logs', rows(2000));
    const ids = await valuesOf(app, '_id');
    assert.deepEqual([ids.length, new Set(ids).size], [2105, 2105]);
  });

  it('discard an append that is canceled, or whose table is dropped, while its files are written', async () => {
    await using app = await startApp();
    const { logTables, database } = app.parts;
    using connection = await database.connect();
    const abort = new AbortController();
    for (const [meanwhile, reason] of [
      [() => abort.abort(new Error('canceled')), /canceled/],
      [() => logTables.drop('logs'), /table not found/],
    ] as const) {
      if (!logTables.find('logs')) await addTable(app, 'logs');
      const settle = logTables.files.settle.bind(logTables.files);
      logTables.files.settle = async (moves) => {
        await settle(moves);
        logTables.files.settle = settle;
        assert.equal((await segmentFiles(app)).length, 1);
        await meanwhile();
      };
      const signal = abort.signal.aborted ? undefined : abort.signal;
      await assert.rejects(logTables.append('logs', { connection, select: 'SELECT 1 AS n' }, signal), reason);
      assert.deepEqual(await segmentFiles(app), []);
    }
    await addTable(app, 'logs');
    const late = logTables.append('logs', { connection, select: "SELECT error('read')" }, abort.signal);
    await assert.rejects(late, /canceled/);
    assert.equal(logTables.find('logs')?.rows, 0);
    assert.deepEqual(await database.read('SELECT * FROM segment'), []);
  });

  it('keep the files of a failed append when the store cannot say whether it refers to them', async () => {
    await using app = await startApp();
    const { database } = app.parts;
    await addTable(app, 'logs');
    using connection = await database.connect();
    const fail = (): never => {
      throw new Error('no room');
    };
    const append = (): Promise<unknown> =>
      app.parts.logTables.append('logs', { connection, select: 'SELECT 1 AS n' }, undefined, fail);
    const read = database.read.bind(database);
    database.read = () => Promise.reject(new Error('deleted'));
    await assert.rejects(append(), /no room/);
    assert.equal((await segmentFiles(app)).length, 1);
    database.read = read;
    await assert.rejects(append(), /no room/);
    assert.equal((await segmentFiles(app)).length, 1);
  });

  it('join the columns of all appends, with a type that keeps all values', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    await addRows(app, 'logs', `SELECT 1 AS code, 'a' AS line, 7 AS "_ID", 'x' AS "_Table"`);
    await addRows(app, 'logs', `SELECT 1.5 AS code, true AS flag, [1, 2] AS list`);
    using scan = app.parts.logTables.scan(['lo*', 'absent']);
    assert.deepEqual(scan.missing, ['absent']);
    assert.deepEqual(
      scan.columns.map(({ name, type }) => `${name} ${type}`),
      ['_time TIMESTAMP', '_id BIGINT', 'line VARCHAR', 'code JSON', 'flag BOOLEAN', 'list LIST'],
    );
  });

  it('continue their ids after a restart', async () => {
    await using folder = await temporaryFolder();
    const dataFolder = folder.path;
    {
      await using app = await startApp({ dataFolder });
      await addTable(app, 'logs');
      await addRows(app, 'logs', 'SELECT 1 AS n FROM range(3)');
    }
    await using app = await startApp({ dataFolder });
    await addRows(app, 'logs', 'SELECT 1 AS n FROM range(2)');
    assert.deepEqual(await valuesOf(app, '_id'), [1n, 2n, 3n, 4n, 5n]);
  });

  it('discard an append that failed half-way', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    await assert.rejects(addRows(app, 'logs', `SELECT CAST('x' || i AS INTEGER) AS n FROM range(3) r(i)`));
    assert.equal(app.parts.logTables.find('logs')?.rows, 0);
    assert.deepEqual(await segmentFiles(app), []);
  });

  it('remove the files of a killed process at the start, and keep acknowledged rows', async () => {
    await using folder = await temporaryFolder();
    await using copy = await temporaryFolder();
    await using app = await startApp({ dataFolder: folder.path });
    await addTable(app, 'logs');
    await addRows(app, 'logs', 'SELECT 1 AS n FROM range(3)');
    // The files of a running store are what a killed process leaves.
    await cp(folder.path, copy.path, { recursive: true });
    const [file = ''] = await segmentFiles(app);
    const orphan = path.join(copy.path, 'segments', 'tables', path.dirname(file), 'orphan.parquet');
    await writeFile(orphan, 'half written');
    await using revived = await startApp({ dataFolder: copy.path });
    assert.deepEqual(await valuesOf(revived, 'n'), [1, 1, 1].map(BigInt));
    assert.deepEqual(await segmentFiles(revived), [file]);
  });

  it('drop the days that are older than the retention', async () => {
    await using app = await startApp();
    await addTable(app, 'logs', { retention: 2 });
    await addRows(
      app,
      'logs',
      `SELECT TIMESTAMP '2026-01-01' + to_days(i::INTEGER) AS _time, i AS n FROM range(5) r(i)`,
    );
    await runMaintenance(app, 'logs', new Date('2026-01-05T12:00:00Z'));
    assert.deepEqual(await valuesOf(app, 'n'), [2n, 3n, 4n]);
    assert.equal((await segmentFiles(app)).length, 3);
  });

  it('drop expired rows also when they share a file with newer ones', async () => {
    await using app = await startApp();
    // The rows of March 2025 end with the first timestamp that is kept.
    await addTable(app, 'logs', { retention: 83 });
    await addRows(
      app,
      'logs',
      `SELECT TIMESTAMP '2020-01-01' + to_days(i::INTEGER) AS _time, i AS n FROM range(2000) r(i)`,
    );
    const now = new Date(Date.UTC(2020, 0, 1) + 1999 * 86_400_000);
    const { files } = app.parts.logTables;
    const settle = files.settle.bind(files);
    files.settle = () => Promise.reject(new Error('no room'));
    await assert.rejects(runMaintenance(app, 'logs', now), /no room/);
    files.settle = settle;
    await runMaintenance(app, 'logs', now);
    assert.equal(app.parts.logTables.find('logs')?.rows, 84);
    // The file of both is read by nobody, also not by the maintenance that failed.
    await eventually(async () => (await segmentFiles(app)).length === 4);
  });
});
