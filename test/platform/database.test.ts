import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { Database } from '../../src/platform/store/database';
import type { Transaction } from '../../src/platform/store/store';
import { temporaryFolder } from '../support/temporaryFolder';

describe('the store', () => {
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

  it('rejects every statement that leaves its folder', async () => {
    await using database = await Database.open(undefined);
    for (const statement of [
      "SELECT * FROM read_csv('/etc/passwd')",
      "ATTACH '/tmp/elsewhere.duckdb'",
      "COPY (SELECT 1) TO '/tmp/elsewhere.csv'",
      'SET enable_external_access = true',
      'INSTALL httpfs',
    ]) {
      await assert.rejects(database.read(statement), /disabled|locked|Permission|Cannot/i, statement);
    }
  });

  it('reads after all of its connections have failed', async () => {
    await using database = await Database.open(undefined);
    const { mock: connecting } = mock.method(DuckDBInstance.prototype, 'connect', () =>
      Promise.reject(new Error('no connection')),
    );
    for (let reads = 0; reads < 4; reads += 1) {
      await assert.rejects(database.read('SELECT 1 AS one'), /no connection/);
    }
    connecting.restore();
    assert.deepEqual(await database.read('SELECT 1 AS one'), [{ one: 1 }]);
  });

  it('makes several writes one transaction, which only its own reads see', async () => {
    await using database = await Database.open(undefined);
    assert.equal(database.isComplete, true);
    await database.write(({ run }) => run('CREATE TABLE item (id INTEGER)'));
    const select = 'SELECT list(id ORDER BY id) AS ids FROM item';
    const insert = (id: number) => async (transaction: Transaction) => {
      await transaction.run('INSERT INTO item VALUES (?)', [id]);
      return id;
    };
    let isLastMade = false;
    const failing = database.writeAsOne(async (store) => {
      assert.deepEqual(await Promise.all([store.write(insert(1)), store.writeNext(insert(2))]), [1, 2]);
      assert.deepEqual(await store.read(select), [{ ids: [1, 2] }]);
      assert.deepEqual(await database.read(select), [{ ids: null }]);
      const rejected = store.write(() => Promise.reject(new Error('no')));
      const last = store.write(insert(3)).then(() => (isLastMade = true));
      await Promise.all([rejected, last]);
    });
    await assert.rejects(failing, /no/);
    assert.equal(isLastMade, true, 'the transaction ends after all of its writes');
    assert.deepEqual(await database.read(select), [{ ids: null }]);
    assert.equal(await database.writeAsOne((store) => store.write(insert(4))), 4);
    assert.deepEqual(await database.read(select), [{ ids: [4] }]);
  });

  it('keeps the temporary files of a running process', async () => {
    await using folder = await temporaryFolder();
    const left = path.join(folder.path, 'spill', 'duckdb_temp_storage_DEFAULT-0.tmp');
    await using _ = await openElsewhere(folder.path);
    await mkdir(path.dirname(left), { recursive: true });
    await writeFile(left, 'rows');
    await assert.rejects(Database.open(folder.path), /Another platform process/);
    assert.equal(existsSync(left), true);
  });

  it('removes the temporary files of a killed process', async () => {
    await using folder = await temporaryFolder();
    const left = path.join(folder.path, 'spill', 'duckdb_temp_storage_DEFAULT-0.tmp');
    await mkdir(path.dirname(left), { recursive: true });
    await writeFile(left, 'rows');
    await using database = await Database.open(folder.path);
    assert.equal(existsSync(left), false);
    assert.deepEqual(await database.read('SELECT 1 AS one'), [{ one: 1 }]);
    await mkdir(path.dirname(left), { recursive: true });
    await writeFile(left, 'rows');
    await database[Symbol.asyncDispose]();
    assert.equal(existsSync(left), false, 'nor does it leave any itself');
  });

  it('removes only the folders of killed processes', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const folders = [`${pid}-killed`, `${process.pid}-running`, 'notes'].map((name) =>
      path.join(os.tmpdir(), `logbench-platform-${name}`),
    );
    for (const folder of folders) await mkdir(path.join(folder, 'segments'), { recursive: true });
    try {
      await using _ = await Database.open(undefined);
      assert.deepEqual(folders.map(existsSync), [false, true, true]);
    } finally {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    }
  });

  it('stays incomplete until its losses are accepted', async () => {
    await using folder = await temporaryFolder();
    const open = (): Promise<Database> => Database.open(folder.path);
    await (await open())[Symbol.asyncDispose]();
    await writeFile(path.join(folder.path, 'platform.changes'), '3\n'.padStart(20));
    const lost: string[] = [];
    for (const [turn, expected] of [false, false, true].entries()) {
      await using database = await open();
      assert.equal(database.isComplete, expected);
      await database.write(({ run }) => run('SELECT 1'));
      if (turn > 0) database.acceptLosses((message) => lost.push(message));
    }
    assert.equal(lost.length, 1);
    assert.match(lost[0] ?? '', /has lost 2 changes/);
    await writeFile(path.join(folder.path, 'platform.changes'), '1\n'.padStart(20));
    await using more = await open();
    assert.equal(more.isComplete, true, 'a lower number is no loss');
  });

  it('is incomplete if its number of changes is unknown, and reports no losses', async () => {
    const losses = [rm, (file: string) => writeFile(file, '12 or so'), (file: string) => writeFile(file, '')];
    for (const lose of losses) {
      await using folder = await temporaryFolder();
      await (await Database.open(folder.path))[Symbol.asyncDispose]();
      await lose(path.join(folder.path, 'platform.changes'));
      {
        await using database = await Database.open(folder.path);
        assert.equal(database.isComplete, false);
        database.acceptLosses((message) => assert.fail(message));
      }
      await using again = await Database.open(folder.path);
      assert.equal(again.isComplete, true);
    }
  });

  it('removes the folder of a store in memory when it closes', async () => {
    const database = await Database.open(undefined);
    const root = path.dirname(database.segmentFolder);
    await database[Symbol.asyncDispose]();
    await assert.rejects(readdir(root), /ENOENT/);
  });

  it('keeps what was written after it is opened again', async () => {
    await using parent = await temporaryFolder();
    const folder = path.join(parent.path, 'several', 'folders', 'below');
    {
      await using database = await Database.open(folder);
      await database.write(({ run }) => run('CREATE TABLE item AS SELECT 7 AS id'));
    }
    await using reopened = await Database.open(folder);
    assert.deepEqual(await reopened.read('SELECT id FROM item'), [{ id: 7 }]);
  });
});

/** Another process that has the database of the folder open. */
async function openElsewhere(folder: string): Promise<AsyncDisposable> {
  const script = `require('@duckdb/node-api').DuckDBInstance.create(process.argv[1])
    .then((instance) => process.stdin.once('data', () => instance.closeSync()) && console.log('open'))`;
  const child = spawn(process.execPath, ['-e', script, path.join(folder, 'platform.duckdb')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
