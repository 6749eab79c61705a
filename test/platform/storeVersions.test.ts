import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';
import { addTable } from '../support/tables';
import { temporaryFolder } from '../support/temporaryFolder';
import { uploadText } from '../support/uploadText';

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
