import assert from 'node:assert/strict';
import { AssistantFixture } from '../../support/assistantFixture';
import { queryClient } from '../../support/queryClient';
import { startApp } from '../../support/startApp';
import type { RunningApp } from '../../support/startApp';
import { assistantUserAgent } from '../../../src/core/interface/userAgent';

const text = `json "{'by':'tool'}"`;

async function startAsAssistant(app: RunningApp): Promise<number> {
  const headers = { 'user-agent': assistantUserAgent('1.2.3', 'test') };
  const { body } = await app.call('master', 'POST /api/core/cursors', { form: { q: text }, headers });
  return (body as { id: number }).id;
}

describe('A query of an assistant', () => {
  it('is marked in query status, list, history and audit log', async () => {
    await using app = await startApp();
    await using world = new AssistantFixture(app);
    const client = queryClient(app, 'master');
    const id = await startAsAssistant(app);
    assert.equal((await client.status(id))['source'], 'assistant');
    assert.equal((await world.ask('query_status', { id }))['source'], 'assistant');
    await world.ask('run_query', { query: text });
    await client.rows('json "{}"');

    const { body: history } = await app.call('master', 'GET /api/core/query-history');
    assert.deepEqual(
      (history as { queries: { query: string; source: string }[] }).queries.map(({ query, source }) => [
        query,
        source,
      ]),
      [
        ['json "{}"', 'rest-api'],
        [text, 'assistant'],
      ],
    );
    const { body: log } = await app.call('master', 'GET /api/core/audit-logs?keywords=assistant');
    const messages = (log as { audit_logs: { msg: string; method: string }[] }).audit_logs.map(
      ({ msg }) => msg,
    );
    assert.ok(messages.includes(`Ran query ${text} (by an assistant)`), messages.join('\n'));
  });

  it('has no mark when the interface is strict, and gets a message when the platform lacks a list', async () => {
    await using app = await startApp({ strictInterface: true });
    const client = queryClient(app, 'master');
    assert.equal((await client.status(await startAsAssistant(app)))['source'], 'rest-api');
    await using fixture = new AssistantFixture(app);
    assert.equal(
      await fixture.rejection('rules'),
      'This platform does not list its detection rules. Pass the guid of one.',
    );
  });
});
