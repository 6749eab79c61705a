import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '../support/eventually';
import { queryClient } from '../support/queryClient';
import { sendRaw } from '../support/rawConnection';
import { startApp } from '../support/startApp';

/** One statement that would last for hours, keeps none of its rows, and has a pattern, which is checked first. */
const endless = `json "{'n':1}" | repeat count=500000 | join type=cross [ json "{'m':1}" | repeat count=500000 ] | search match(concat(n, m), "3")`;
/** As many statements as this process has threads for: those of others wait. */
const threads = 4;

describe('a client that leaves while its query is checked', () => {
  for (const [kind, request] of [
    ['in the foreground', `GET /api/core/query?q=${encodeURIComponent(endless)} HTTP/1.1\r\n`],
    [
      'in the background',
      `POST /api/core/cursors HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${formOf(endless).length}\r\n`,
    ],
  ] as const) {
    it(`leaves no query behind ${kind}`, async () => {
      await using app = await startApp();
      const member = queryClient(app, 'member');
      const ids = await Promise.all(Array.from({ length: threads }, () => member.start(endless)));
      for (const id of ids) await member.waitFor(id, ({ commands }) => commands[1]!.status === 'Running');
      const { hostname, port } = new URL(app.baseUrl);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      const body = request.startsWith('POST') ? formOf(endless) : '';
      socket.write(`${request}host: ${hostname}\r\nauthorization: Bearer ${app.keys.admin}\r\n\r\n${body}`);
      await app.call('master', 'GET /api/core/queries');
      socket.destroy();
      await once(socket, 'close');
      await app.call('master', 'GET /api/core/queries');
      for (const run of app.parts.queries.all()) run.cancel();

      const admin = queryClient(app, 'admin');
      assert.deepEqual(await admin.rows('json "{}"'), [{}]);
      await eventually(() => app.parts.queries.all().every(({ outcome }) => outcome !== undefined));
      const { body: history } = await app.call('admin', 'GET /api/core/query-history');
      assert.doesNotMatch(JSON.stringify(history), /cross/);
      assert.deepEqual(app.logged, []);
    });
  }
});

it('a client that leaves while its query runs in the foreground is not a failure of the platform', async () => {
  await using app = await startApp();
  const connection = await sendRaw(app.baseUrl, `GET /api/core/query?q=${encodeURIComponent(endless)}`, {
    key: app.keys.member,
  });
  const { queries } = app.parts;
  await eventually(() => queries.all()[0]?.session !== undefined);
  const [run] = queries.all();
  connection.socket.destroy();
  assert.equal((await run?.done)?.outcome, 'cancelled');
  await eventually(() => queries.all().length === 0);
  assert.deepEqual(app.logged, []);
});

function formOf(text: string): string {
  return new URLSearchParams({ q: text }).toString();
}
