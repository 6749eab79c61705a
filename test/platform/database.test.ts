import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Database } from '../../src/platform/store/database';
import { startPlatform } from '../support/platform';
import { temporaryFolder } from '../support/temporaryFolder';

describe('the store', () => {
  it('binds texts, numbers, dates and lists and reads them back as they were', async () => {
    await using database = await Database.open(undefined);
    const moment = new Date('2026-01-02T03:04:05.678Z');
    const [row] = await database.read(
      'SELECT ? AS text, ? AS big, ? AS moment, ? AS none, ? AS list, ? AS empty, ? AS yes',
      ["it's", 9_007_199_254_740_993n, moment, null, ['a', 'b'], [], true],
    );
    assert.deepEqual(row?.['text'], "it's");
    assert.deepEqual(row['big'], 9_007_199_254_740_993n);
    assert.deepEqual(row['moment'], moment);
    assert.deepEqual(row['none'], null);
    assert.deepEqual(row['list'], ['a', 'b']);
    assert.deepEqual(row['empty'], []);
    assert.deepEqual(row['yes'], true);
  });

  it('undoes a write whose work throws and carries on with the next', async () => {
    await using database = await Database.open(undefined);
    await database.write(({ run }) => run('CREATE TABLE item (id INTEGER)'));
    const failed = database.write(async ({ run }) => {
      await run('INSERT INTO item VALUES (1)');
      throw new Error('no');
    });
    const next = database.write(({ run }) => run('INSERT INTO item VALUES (2)'));
    await assert.rejects(failed, /no/);
    await next;
    assert.deepEqual(await database.read('SELECT id FROM item'), [{ id: 2 }]);
  });

  for (const statement of [
    "SELECT * FROM read_csv('/etc/passwd')",
    "ATTACH '/tmp/elsewhere.duckdb'",
    "COPY (SELECT 1) TO '/tmp/elsewhere.csv'",
    'SET enable_external_access = true',
    'INSTALL httpfs',
  ]) {
    it(`refuses to leave its folder: ${statement}`, async () => {
      await using database = await Database.open(undefined);
      await assert.rejects(database.read(statement), /disabled|locked|Permission|Cannot/i);
    });
  }

  it('can write and read segments in its own folder', async () => {
    await using database = await Database.open(undefined);
    const file = path.join(database.segmentFolder, 'segment.parquet');
    await database.read(`COPY (SELECT 42 AS answer) TO '${file}' (FORMAT parquet)`);
    assert.deepEqual(await database.read(`SELECT answer FROM read_parquet('${file}')`), [{ answer: 42 }]);
  });

  it('leaves alone what a process that still runs has on disk', async () => {
    await using folder = await temporaryFolder();
    const left = path.join(folder.path, 'spill', 'duckdb_temp_storage_DEFAULT-0.tmp');
    await using platform = await startPlatform({ data: folder.path });
    await mkdir(path.dirname(left), { recursive: true });
    await writeFile(left, 'rows');
    await assert.rejects(Database.open(folder.path), /Another platform process/);
    assert.equal(existsSync(left), true);
    assert.ok(platform.processId);
  });

  it('removes what a killed process has left of its rows on disk', async () => {
    await using folder = await temporaryFolder();
    const left = path.join(folder.path, 'spill', 'duckdb_temp_storage_DEFAULT-0.tmp');
    await mkdir(path.dirname(left), { recursive: true });
    await writeFile(left, 'rows');
    await using database = await Database.open(folder.path);
    assert.equal(existsSync(left), false);
    assert.deepEqual(await database.read('SELECT 1 AS one'), [{ one: 1 }]);
  });

  it('leaves half of the disk to others', async () => {
    await using folder = await temporaryFolder();
    await using database = await Database.open(folder.path);
    const [row] = await database.read("SELECT current_setting('max_temp_directory_size') AS size");
    const { bavail, bsize } = await statfs(folder.path);
    const [, amount, unit] = /^([\d.]+) (\w+)$/.exec(String(row?.['size'])) ?? [];
    const units: Readonly<Record<string, number>> = { MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };
    assert.ok(Number(amount) * (units[unit ?? ''] ?? NaN) <= 0.6 * bavail * bsize, String(row?.['size']));
  });

  it('removes the folder of a store in memory when it closes', async () => {
    const database = await Database.open(undefined);
    const root = path.dirname(database.segmentFolder);
    await database[Symbol.asyncDispose]();
    await assert.rejects(readdir(root), /ENOENT/);
  });

  it('waits for connections under way when it closes, and refuses later ones', async () => {
    const database = await Database.open(undefined);
    const connecting = Array.from({ length: 100 }, () => database.connect());
    await database[Symbol.asyncDispose]();
    for (const connection of await Promise.all(connecting)) connection.closeSync();
    await assert.rejects(database.connect(), /closed/);
    await assert.rejects(database.read('SELECT 1'), /closed/);
  });

  it('keeps what was written across a reopening', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'logbench-store-'));
    try {
      {
        await using database = await Database.open(folder);
        await database.write(({ run }) => run('CREATE TABLE item AS SELECT 7 AS id'));
      }
      await using reopened = await Database.open(folder);
      assert.deepEqual(await reopened.read('SELECT id FROM item'), [{ id: 7 }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
