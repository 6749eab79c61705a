import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { call, callPlatform, rejection } from '../support/call';
import { eventually } from '../support/eventually';
import { startPlatformInProcess } from '../support/platformInProcess';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';
import { addTable } from '../support/tables';
import { temporaryFolder } from '../support/temporaryFolder';

const slowQuery = `json "{'n':1}" | repeat count=1000000 over=60s`;
const cancelled = rejection(500, 'illegal-state', 'the query was cancelled');
const listed = z.object({ rows: z.array(z.object({ id: z.int(), rows: z.int() })) });

function queryPath(q: string): string {
  return `/query?${new URLSearchParams({ q, format: 'json-single' }).toString()}`;
}

const running = queryPath('system queries | search query_string == "json*" and rows > 0 | fields id, rows');

/** Whether all files are in place, so that the commit is all that is left. */
async function isWritten(segmentFolder: string): Promise<boolean> {
  const [staged, settled] = await Promise.all(
    ['staging', 'tables'].map((folder) => readdir(path.join(segmentFolder, folder), { recursive: true })),
  );
  return staged?.length === 0 && settled?.some((file) => file.endsWith('.parquet')) === true;
}

describe('An interruption', () => {
  it('by the end of the platform never returns a part of the rows of a foreground query', async () => {
    await using platform = await startPlatformInProcess();
    const ask = (path: string): ReturnType<typeof call> =>
      call(platform.baseUrl, `GET /api/core${path}`, { key: platform.key });
    const response = ask(queryPath(slowQuery));
    await eventually(async () => listed.parse((await ask(running)).body).rows.length > 0);
    await platform.kill();
    assert.deepEqual(await response, cancelled);
  });

  it('by its own account never returns a part of the rows of a foreground query', async () => {
    await using app = await startApp();
    const response = app.call('admin', `GET /api/core${queryPath(slowQuery)}`);
    const found = await eventually(async () => {
      const { rows } = listed.parse((await callPlatform(app, `GET ${running}`)).body);
      return rows[0];
    });
    await queryClient(app).drop(found.id);
    assert.deepEqual(await response, cancelled);
  });

  it('of an upload during its commit is not reported as canceled if its rows were loaded', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    const bytes = '{"n":1}\n{"n":2}\n';
    const form = { file_name: 'a', file_size: String(bytes.length), metadata: '{"table_name":"logs"}' };
    const opened = await callPlatform(app, 'POST /upload-streams', { form });
    const { token } = z.object({ token: z.string() }).parse(opened.body);
    await callPlatform(app, `PUT /upload-streams/${token}?offset=0`, { bytes });
    let openGate = (): void => undefined;
    const held = app.parts.database.write(() => new Promise<void>((resolve) => (openGate = resolve)));
    const completed = callPlatform(app, `POST /upload-streams/${token}/complete`);
    await eventually(() => isWritten(app.parts.database.segmentFolder));
    const { uploads } = app.parts;
    await assert.rejects(uploads.complete(token, '127.0.0.1'), /upload stream is busy/);
    await assert.rejects(uploads.append(token, '127.0.0.1', 16, Readable.from([])), /upload stream is busy/);
    const removed = callPlatform(app, `DELETE /upload-streams/${token}`);
    openGate();
    await held;
    assert.deepEqual(await completed, { status: 200, body: { rows: 2 } });
    assert.deepEqual(await removed, rejection(500, 'illegal-state', `upload stream not found: ${token}`));
  });

  it('between a scheduled query and its dependent runs the dependent after the next start', async () => {
    await using folder = await temporaryFolder();
    const schedule = { trigger_type: 'cron', cron_schedule: '0 0 1 1 *', enabled: 'true' };
    let dependent: string;
    {
      await using app = await startApp({ dataFolder: folder.path });
      const create = async (form: Readonly<Record<string, string>>): Promise<string> => {
        const { body } = await callPlatform(app, 'POST /scheduled-queries', { form });
        return z.object({ guid: z.string() }).parse(body).guid;
      };
      const first = await create({ name: 'first', query: 'json "{}"', ...schedule });
      const trigger = { trigger_type: 'workflow', preceding_guid: first, preceding_action: 'succeeded' };
      const query = `json "{}" | eval n = $("n") | search n == 42 | import logs`;
      await addTable(app, 'logs');
      dependent = await create({ name: 'second', query, ...trigger, enabled: 'true' });
      // What the scheduler does at the end of a run, and no more.
      const end = { result: 'succeeded', elapsedMilliseconds: 1, rows: 1 } as const;
      await app.parts.scheduledQueries.recordEnd(first, end, { n: 42 });
    }
    for (const start of ['first', 'second']) {
      await using app = await startApp({ dataFolder: folder.path });
      if (start === 'first') {
        await eventually(async () => {
          const { body } = await callPlatform(app, `GET /scheduled-queries/${dependent}`);
          return z
            .object({ scheduled_query: z.looseObject({ result_state: z.literal('succeeded') }) })
            .parse(body);
        });
      }
      assert.deepEqual(await queryClient(app).rows('table logs | stats count'), [{ count: 1 }], start);
    }
  });
});
