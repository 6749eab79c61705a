import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { assistantTools } from '../../../src/core/assistant/assistantTools';
import { eventually } from '../../support/eventually';
import { McpWalk } from '../../support/mcpClient';
import { resultOf, startCommandLine } from '../../support/project';
import { suiteApp } from '../../support/startApp';
import { addRows, addTable } from '../../support/tables';
import { suiteFolder, temporaryFolder } from '../../support/temporaryFolder';

const slowQuery = `json "{'n':1}" | repeat count=100000 over=600s | search n == 1 | stats count`;

describe('The MCP server', () => {
  const app = suiteApp();
  const folder = suiteFolder();
  let shared: McpWalk;

  before(async () => {
    await addTable(app, 'logins');
    await addRows(app, 'logins', `SELECT now() AS _time, 'jkim' AS "user", 'x' AS line`);
    const form = { name: 'Nightly', query: 'table logins', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
    await app.call('admin', 'POST /api/core/scheduled-queries', { form });
    shared = await start();
  });

  after(() => shared[Symbol.asyncDispose]());

  const start = async (...words: readonly string[]): Promise<McpWalk> =>
    McpWalk.start(['--url', app.baseUrl, ...words], {
      env: { LOGBENCH_API_KEY: app.keys.master, HOME: folder.path },
      cwd: folder.path,
    });

  /** The server without a client; the test writes its messages. */
  const startServer = (): ChildProcess =>
    startCommandLine(['mcp', '--url', app.baseUrl], {
      cwd: folder.path,
      env: { LOGBENCH_API_KEY: app.keys.master },
      input: 'pipe',
    });

  const initialize = {
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };

  it('describes itself, and lists its tools with schemas and hints', async () => {
    assert.equal(shared.client.getServerVersion()?.name, 'logbench');
    assert.match(shared.client.getInstructions() ?? '', /logbench_platforms first/);
    const { tools } = await shared.client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      assistantTools.map(({ name }) => name),
    );
    const run = tools.find(({ name }) => name === 'logbench_run_query');
    assert.deepEqual(run?.inputSchema.required, ['query']);
    assert.deepEqual(
      tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name),
      ['logbench_run_query', 'logbench_audit_logs', 'logbench_propose_change'],
    );
    assert.ok(tools.every(({ annotations }) => annotations?.destructiveHint === false));
  });

  it('saves a proposal as a file with its changes, and writes nothing to the platform', async () => {
    await using walk = await start('--drafts', path.join(folder.path, 'drafts'));
    await walk.call('propose_change', {
      change: 'Nightly',
      query: 'table logins\n| limit 1',
      reason: 'a "reason"',
    });
    const names = (await readdir(path.join(folder.path, 'drafts'))).sort();
    assert.deepEqual(
      names.map((name) => name.replace(/^\S+ /, '')),
      ['Nightly.lq.draft', 'Nightly.lq.draft.diff'],
    );
    const [draft, changes] = await Promise.all(
      names.map(async (name) => readFile(path.join(folder.path, 'drafts', name), 'utf8')),
    );
    assert.match(draft ?? '', /reason: "a \\"reason\\""\n---\ntable logins\n\| limit 1\n$/);
    assert.equal(changes, '  table logins\n+ | limit 1\n');
    const proposal = { name: '가'.repeat(255), query: 'table logins', reason: 'x' };
    const twice = [walk.call('propose_change', proposal), walk.call('propose_change', proposal)];
    for (const { text, isError } of await Promise.all(twice)) {
      assert.deepEqual([isError, text.includes('"draft":"The draft is in ')], [false, true], text);
    }
    const { body } = await app.call('admin', 'GET /api/core/scheduled-queries');
    assert.equal(
      (body as { scheduled_queries: { query: string }[] }).scheduled_queries[0]?.query,
      'table logins',
    );
  });

  it('offers the reference, tables and prompts', async () => {
    const { client } = shared;
    const { resources } = await client.listResources();
    const host = new URL(app.baseUrl).host;
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ['logbench://language', `logbench://tables/${encodeURIComponent(host)}/logins`],
    );
    const [reference] = (await client.readResource({ uri: 'logbench://language' })).contents;
    assert.match(String(reference && 'text' in reference && reference.text), /## command timechart/);
    const [table] = (await client.readResource({ uri: 'logbench://tables/logins' })).contents;
    assert.match(String(table && 'text' in table && table.text), /"name":"user"/);
    for (const uri of ['logbench://nothing', 'logbench://tables/%zz', `logbench://${app.keys.master}`]) {
      const rejected = await client.readResource({ uri }).catch((error: unknown) => error);
      assert.match(String(rejected), /no resource/);
      assert.equal(String(rejected).includes(app.keys.master), false);
    }
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.equal(resourceTemplates[0]?.uriTemplate, 'logbench://tables/{table}');

    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['explain_query', 'why_does_schedule_fail', 'write_detection'],
    );
    const explain = async (query: string): Promise<string> =>
      JSON.stringify(await client.getPrompt({ name: 'explain_query', arguments: { query } }));
    assert.match(await explain('table logins'), /table logins/);
    assert.match(await explain(app.keys.master), /•••/);
    await assert.rejects(client.getPrompt({ name: 'explain_query' }), /requires \\?"query/);
  });

  it('cancels a query on the platform when its call is canceled or the client disconnects', async () => {
    const walk = await start();
    const controller = new AbortController();
    const input = { name: 'logbench_run_query', arguments: { query: slowQuery, seconds: 100 } };
    const calling = walk.client.callTool(input, { signal: controller.signal });
    await eventually(() => running() === 1);
    controller.abort();
    await assert.rejects(calling);
    await eventually(() => running() === 0);

    const left = walk.client.callTool(input).catch(() => undefined);
    await eventually(() => running() === 1);
    await walk.client.close();
    await left;
    await eventually(() => running() === 0);
  });

  it('takes names, access, guidance and drafts from the project', async () => {
    await using project = await temporaryFolder();
    const platform = (name: string, more: string): string =>
      `  ${name}:\n    base_url: ${app.baseUrl}\n${more}`;
    await writeFile(
      path.join(project.path, 'logbench.yaml'),
      `platforms:\n${platform('dev', '    environment: development\n    assistant: read\n')}${platform('prod', '')}`,
    );
    await writeFile(path.join(project.path, 'assistant.md'), 'logins: one row a login');
    const env = { LOGBENCH_API_KEY_DEV: app.keys.master, LOGBENCH_API_KEY_PROD: app.keys.master };
    await using walk = await McpWalk.start([], { env, cwd: project.path });
    const { text } = await walk.call('platforms');
    const { platforms, guidance_of_the_team } = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual(
      (platforms as { name: string; assistant: string }[]).map(({ name, assistant }) => [name, assistant]),
      [
        ['dev', 'metadata'],
        ['prod', 'off'],
      ],
    );
    assert.equal(guidance_of_the_team, 'logins: one row a login');
    assert.match((await walk.call('tables')).text, /Specify the platform: dev, prod/);
    assert.match(
      (await walk.call('tables', { platform: 'prod' })).text,
      /may do nothing on prod \(production\)/,
    );
    const proposed = await walk.call('propose_change', {
      platform: 'dev',
      name: '../../evil',
      query: 'table logins',
      reason: 'x',
    });
    assert.match(proposed.text, /assistant-drafts/);
    const [draft] = await readdir(path.join(project.path, 'assistant-drafts'));
    assert.match(draft ?? '', /______evil\.lq\.draft$/);
    await using metadata = await McpWalk.start(['--platform', 'dev', '--access', 'metadata'], {
      env,
      cwd: project.path,
    });
    assert.match(
      (await metadata.call('run_query', { query: 'table logins' })).text,
      /no rows of logs.*--access read/,
    );
    // It may be the end of a tunnel.
    await using production = await start('--environment', 'production');
    assert.match((await production.call('tables')).text, /may do nothing on .* \(production\)/);
  });

  it('ends when a line is longer than any request', async () => {
    const child = startServer();
    child.stdin?.on('error', () => undefined);
    child.stdin?.write('x'.repeat(11_000_000));
    const { output, notes } = await resultOf(child);
    assert.equal(output, '');
    assert.match(notes, /exceeded maximum size/);
  });

  it('rejects a missing resource with -32002 and parameters of another type with -32602 when a session was initialized', async () => {
    const misshapen = [
      ['resources/read', {}],
      ['resources/list', { cursor: 5 }],
      ['prompts/get', { name: 5 }],
      ['prompts/get', { name: 'explain', arguments: { query: 5 } }],
      ['completion/complete', { ref: { type: 'ref/other' }, argument: { name: 'a', value: '' } }],
      ['completion/complete', { ref: { type: 'ref/prompt', name: 'explain' } }],
      ['tools/call', {}],
    ] as const;
    const missing = ['logbench://nothing', 'logbench://tables/nothing', 'logbench://tables/nowhere/logins'];
    const calls = [...missing.map((uri) => ['resources/read', { uri }] as const), ...misshapen];
    const requests = [initialize, ...calls.map(([method, params]) => ({ method, params }))];
    const child = startServer();
    for (const [id, request] of requests.entries()) {
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`);
    }
    const codes: unknown[] = [];
    let received = 0;
    for await (const line of createInterface({ input: child.stdout! })) {
      const { id, error } = JSON.parse(line) as { id: number; error?: { code: number } };
      codes[id] = error?.code;
      received += 1;
      if (received === requests.length) break;
    }
    child.stdin?.end();
    assert.deepEqual(codes, [undefined, ...missing.map(() => -32002), ...misshapen.map(() => -32602)]);
  });

  it('responds to a line that is no JSON with -32700, however it arrives, and continues', async () => {
    const child = startServer();
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
    const next = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value));
    const parseError = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } };
    child.stdin?.write('no JSON\n\n\r\n{"jsonrpc":"2.0",');
    assert.deepEqual(await next(), parseError);
    child.stdin?.write('"id":1,"method":\n');
    assert.deepEqual(await next(), parseError);
    const clientInfo = { name: '로그', version: '1' };
    const params = { ...initialize.params, clientInfo };
    const request = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 2, ...initialize, params })}\r\n`);
    for (const byte of request) child.stdin?.write(Buffer.from([byte]));
    assert.equal(((await next()) as { id: number }).id, 2);
    child.stdin?.end();
    assert.equal((await resultOf(child)).code, 0);
  });

  it('writes receipts to standard error, only the protocol to standard output, and the key to neither', async () => {
    const child = startServer();
    const call = (id: number, input: object): object => ({
      id,
      method: 'tools/call',
      params: { name: 'logbench_run_query', arguments: input },
    });
    const messages = [
      { id: 1, ...initialize },
      { method: 'notifications/initialized' },
      call(2, { query: `json "{'a':'${app.keys.master}'}"` }),
      call(3, { query: `table ${app.keys.master}`, platform: app.keys.master }),
    ];
    // None of these is a message, and the server continues.
    for (const line of ['no JSON', '{"jsonrpc":"2.0","id":', 'null', '[', '{}', '\u0000', '']) {
      child.stdin?.write(`${line}\n`);
    }
    for (const message of messages) child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.includes('"id":3') || chunk.includes('"id":2')) responded += 1;
      if (responded === 2) child.stdin?.end();
    });
    let responded = 0;
    const { code, output, notes } = await resultOf(child);
    assert.equal(code, 0);
    for (const line of output.trimEnd().split('\n'))
      assert.equal((JSON.parse(line) as { jsonrpc: string }).jsonrpc, '2.0');
    assert.match(notes, /\[assistant\] .* logbench_run_query 127\.0\.0\.1:\d+: .* -> done/);
    assert.equal(`${output}${notes}`.includes(app.keys.master), false);
    assert.match(output, /•••/);
  });

  function running(): number {
    return app.parts.queries.all().filter((run) => run.outcome === undefined).length;
  }
});
