import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { disk } from '../../src/platform/uploads/uploadFiles';
import { startMaintenance } from '../../src/platform/maintenance';
import { eventually } from '../support/eventually';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';
import { temporaryFolder } from '../support/temporaryFolder';
import { uploadText } from '../support/uploadText';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const year = 365 * day;

describe('A clock that jumps', () => {
  /** Runs the maintenance of a time, and returns what it has logged. */
  async function maintainAt(app: RunningApp, now: number): Promise<string[]> {
    const logged: string[] = [];
    const realNow = Date.now;
    Date.now = () => now;
    try {
      const log = (message: string): void => void logged.push(message);
      const options = { auditRetention: 30 * day, timeZone: 'UTC', log };
      await startMaintenance(app.parts, options)[Symbol.asyncDispose]();
    } finally {
      Date.now = realNow;
    }
    return logged;
  }

  async function startWithRows(): Promise<RunningApp> {
    const app = await startApp();
    await addTable(app, 'logs', { retention: 7 });
    await addRows(app, 'logs', 'SELECT now()::TIMESTAMP AS _time, 1 AS n');
    const { database } = app.parts;
    await database.write(({ run }) =>
      run(`INSERT INTO query_history (account_guid, query, created_at) SELECT 'somebody', 'recent', now()`),
    );
    return app;
  }

  async function countAll(app: RunningApp): Promise<unknown[]> {
    const { logTables, uploads, database } = app.parts;
    const [history] = await database.read('SELECT count(*)::INTEGER AS n FROM query_history');
    const [audit] = await database.read('SELECT count(*) > 0 AS any FROM audit_log');
    return [logTables.find('logs')?.rows, uploads.all().length, history?.['n'], audit?.['any']];
  }

  it('deletes nothing for a day after a jump of a year, and logs it once', async () => {
    await using app = await startWithRows();
    await app.parts.uploads.create({
      remoteAddress: '127.0.0.1',
      loginName: 'admin',
      fileName: 'a',
      fileSize: 1,
      metadata: { table_name: 'logs', format: 'ndjson' },
    });
    await uploadText(app, 'other', 'ndjson', '{"a":1}');
    const now = Date.now();
    assert.deepEqual(await maintainAt(app, now), []);
    const logged = await maintainAt(app, now + year);
    assert.equal(logged.length, 1);
    assert.match(
      logged[0] ?? '',
      /^nothing is deleted before .*: the clock is 365 days after the last clean-up$/,
    );
    assert.deepEqual(await maintainAt(app, now + year + day - 1), []);
    assert.deepEqual(await countAll(app), [1, 1, 1, true]);
  });

  it('deletes nothing after a jump forward and back, and deletes expired rows again soon after', async () => {
    await using app = await startWithRows();
    const now = Date.now();
    await maintainAt(app, now);
    assert.equal((await maintainAt(app, now + year)).length, 1);
    assert.equal((await maintainAt(app, now + hour)).length, 1, 'the clock was set back');
    assert.deepEqual(await maintainAt(app, now + day), []);
    assert.deepEqual(await countAll(app), [1, 0, 1, false]);
    for (let passed = day; passed <= 8 * day; passed += 12 * hour) await maintainAt(app, now + passed);
    assert.deepEqual((await countAll(app))[0], 0);
  });
});

describe('A store of a newer version', () => {
  it('is rejected with a message, and not changed', async () => {
    await using folder = await temporaryFolder();
    {
      await using app = await startApp({ dataFolder: folder.path });
      await app.parts.database.write(({ run }) =>
        run(`INSERT INTO migration VALUES ('tables-of-tomorrow-1', now())`),
      );
    }
    await assert.rejects(
      startApp({ dataFolder: folder.path }),
      new RegExp(
        `^Error: The data folder .* was written by a newer version of the platform\\. Update this one, or use another data folder\\.$`,
      ),
    );
  });
});

describe('A store of an earlier version', () => {
  it('is read, and its rows stay unchanged next to new ones', async () => {
    await using folder = await temporaryFolder();
    {
      await using app = await startApp({ dataFolder: folder.path });
      await addTable(app, 'logs');
      const { logTables, database } = app.parts;
      const guid = logTables.find('logs')?.guid ?? '';
      // Lists and objects were texts, texts that resembled dates were times, and integers next to decimals were decimals.
      using connection = await database.connect();
      const file = logTables.files.pathOf(`${guid}/old.parquet`);
      await mkdir(path.dirname(file), { recursive: true });
      await connection.run(`COPY (SELECT TIMESTAMP '2026-01-02 03:04:05' AS _time, 1::BIGINT AS _id, 1::DOUBLE AS n,
        TIMESTAMP '1990-05-01' AS born, '["a","b"]' AS ips, true AS flag, '7' AS line) TO '${file}' (FORMAT parquet)`);
      const types = [
        '_time TIMESTAMP',
        '_id BIGINT',
        'n DOUBLE',
        'born TIMESTAMP',
        'ips VARCHAR',
        'flag BOOLEAN',
        'line VARCHAR',
      ];
      const columns = JSON.stringify(types.map((column) => column.split(' ')));
      const { size } = await stat(file);
      await database.write(async ({ run }) => {
        await run('UPDATE log_table SET next_id = 2');
        await run(
          `INSERT INTO segment VALUES (?, ?, 1, '2026-01-02 03:04:05Z', '2026-01-02 03:04:05Z', ?, 0, ?)`,
          [guid, `${guid}/old.parquet`, BigInt(size), columns],
        );
        await run(`DROP TABLE clean_up; DELETE FROM migration WHERE id = 'clean-ups-1'`);
      });
    }
    await using app = await startApp({ dataFolder: folder.path });
    const old = { n: 1, born: '1990-05-01 00:00:00+0000', ips: '["a","b"]', flag: true, line: '7' };
    const query = 'table logs | sort _id | fields n, born, ips, flag, line';
    assert.deepEqual(await queryClient(app).rows(query), [old]);
    await uploadText(app, 'logs', 'ndjson', '{"n":1,"born":"1990-05-01","ips":["c"],"flag":"yes"}');
    const added = { n: 1, born: '1990-05-01', ips: ['c'], flag: 'yes', line: null };
    assert.deepEqual(await queryClient(app).rows(query), [old, added]);
  });
});

describe('Small segments', () => {
  const segmentCount = (app: RunningApp): number => app.parts.logTables.find('logs')?.segments.size ?? 0;

  it('are merged if their fields differ in order or are optional, without changing a value', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    const time = `TIMESTAMP '2026-01-02' AS _time`;
    const expected: unknown[] = [];
    for (let n = 0; n < 18; n += 1) {
      const both = [`${n} AS n`, `'t${n}' AS t`];
      const optional = n % 3 === 0 ? [`[${n}, null] AS l`] : n % 3 === 1 ? [`NULL::JSON AS l`] : [];
      await addRows(
        app,
        'logs',
        `SELECT ${[time, ...(n % 2 ? both : both.toReversed()), ...optional].join(', ')}`,
      );
      expected.push({ n, t: `t${n}`, l: n % 3 === 0 ? [n, null] : null });
    }
    const query = 'table logs | sort n | fields n, t, l';
    assert.deepEqual(await queryClient(app).rows(query), expected);
    await eventually(() => segmentCount(app) <= 3);
    assert.deepEqual(await queryClient(app).rows(query), expected);
  });

  it('stay apart if a field has another type, or a name that differs in case', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    for (const field of ['1 AS n', '1.5::DOUBLE AS n', '2 AS "N"']) {
      for (let count = 0; count < 16; count += 1) {
        await addRows(app, 'logs', `SELECT TIMESTAMP '2026-01-02' AS _time, ${field}`);
      }
    }
    const query = 'table logs | stats count by n, N';
    const before = await queryClient(app).rows(query);
    await eventually(() => segmentCount(app) <= 3);
    assert.equal(segmentCount(app), 3);
    assert.deepEqual(await queryClient(app).rows(query), before);
  });
});

describe('A disk with little space', () => {
  const { spaceAt } = disk;
  afterEach(() => {
    disk.spaceAt = spaceAt;
  });

  it('is not filled by uploads, which can continue later', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    const metadata = { table_name: 'logs', format: 'ndjson' } as const;
    const text = '{"a":1}\n';
    const { uploads } = app.parts;
    const token = await uploads.create({
      remoteAddress: '127.0.0.1',
      loginName: 'admin',
      fileName: 'a',
      fileSize: text.length,
      metadata,
    });
    const noSpace = { message: 'no space left for the upload stream' };
    const total = 1_000_000;
    const append = (): Promise<number> =>
      uploads.append(token, '127.0.0.1', 0, Readable.from([Buffer.from(text)]));
    const setFree = (free: number): void => {
      disk.spaceAt = () => Promise.resolve({ free, total });
    };

    setFree(total / 20 + text.length - 1);
    await assert.rejects(append(), noSpace);
    assert.equal(uploads.find(token)?.uploadedSize, 0);
    setFree(total / 20 + text.length);
    assert.equal(await append(), text.length);
    setFree(total / 20);
    await assert.rejects(uploads.complete(token, '127.0.0.1'), noSpace);
    setFree(total);
    assert.deepEqual(await uploads.complete(token, '127.0.0.1'), { rows: 1, notices: [] });
  });
});
