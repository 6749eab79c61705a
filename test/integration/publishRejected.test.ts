import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { pathOf } from '../../src/extension/ui/queryAddress';
import { disposedAfter } from '../support/ofSuite';
import { HttpServer } from '../support/httpServer';
import { closeAllTabs } from './support/closeAllTabs';
import { connectTo } from './support/connected';
import type { Connected } from './support/connected';
import { saveDraft } from './support/queryDocuments';
import { runCommand } from './support/runCommand';
import { inOldest as test } from './support/vscodes';

interface Rejection {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

function invalidQuery(message: string): Rejection {
  return { status: 400, code: 'invalid-query', message };
}

const record = {
  name: 'nightly',
  query: 'table a',
  enabled: true,
  trigger_type: 'cron',
  cron_schedule: '0 3 * * *',
};

/** One that no other test has seen. */
function someQuery(): vscode.Uri {
  const path = pathOf({ connection: 'Rejecting', guid: randomUUID() }, record.name);
  return vscode.Uri.from({ scheme: 'logbench', path });
}

describe('Publishing that the platform rejects', () => {
  let server: HttpServer;
  let connected: Connected;
  let rejection: Rejection;

  before(async () => {
    // It has every record that is asked for, and rejects each change.
    server = await HttpServer.start(({ method, url }, response) => {
      const found = { ...record, guid: /scheduled-queries\/([^/?]+)/.exec(url)?.[1] ?? randomUUID() };
      const rejected = method === 'PUT';
      const body = rejected
        ? { error_code: rejection.code, error_msg: rejection.message }
        : { scheduled_query: found, total_count: 1, scheduled_queries: [found], audit_logs: [], total: 0 };
      response.writeHead(rejected ? rejection.status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
    connected = await connectTo({ baseUrl: server.origin, key: 'k3y' }, { name: 'Rejecting' });
  });

  disposedAfter(() => [connected, server]);

  afterEach(closeAllTabs);

  test('reports why, keeps the draft and is not retried', async () => {
    rejection = { status: 500, code: 'illegal-state', message: 'duplicated name: nightly' };
    const { uri } = await saveDraft(someQuery(), 'table a | | limit 1');
    const before = server.seen.length;

    const anyway = [{ confirm: 'Publish Anyway' }];
    const script = await runCommand('logbench.scheduledQuery.publish', anyway, uri);

    assert.equal(script.notices.length, 1);
    assert.ok(script.notices[0]?.startsWith('Rejecting: '), script.notices[0]);
    const kept = await vscode.workspace.fs.readFile(uri);
    assert.equal(Buffer.from(kept).toString(), 'table a | | limit 1');
    assert.equal(server.seen.slice(before).filter(({ method }) => method === 'PUT').length, 1);
  });

  test('shows a problem that only the platform finds at its position in Problems, until the text changes', async () => {
    rejection = invalidQuery('(10605) table-not-found');
    const uri = someQuery();
    const document = await saveDraft(uri, 'table nobody | limit 1');

    await runCommand('logbench.scheduledQuery.publish', [], uri);

    await saveDraft(someQuery(), 'table another | limit 1');
    assert.deepEqual(problemsOf(document), [[10605, 'nobody']]);
    await saveDraft(uri, 'table somebody | limit 1');
    assert.deepEqual(problemsOf(document), []);
  });

  test('removes the earlier problem from Problems when the next rejection has another reason', async () => {
    rejection = invalidQuery('(10605) table-not-found');
    const document = await saveDraft(someQuery(), 'table nobody | limit 1');
    await runCommand('logbench.scheduledQuery.publish', [], document.uri);
    assert.equal(problemsOf(document).length, 1);
    rejection = { status: 500, code: 'illegal-state', message: 'duplicated name: nightly' };

    await runCommand('logbench.scheduledQuery.publish', [], document.uri);

    assert.deepEqual(problemsOf(document), []);
  });
});

/** The code of each problem, and the text in its range. */
function problemsOf(document: vscode.TextDocument): readonly (readonly [unknown, string])[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .map(({ code, range }) => [code, document.getText(range)]);
}
