import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ProtocolError } from '@modelcontextprotocol/client';
import { notRunReason } from '../../../src/core/assistant/onlyReads';
import { McpWalk } from '../../support/mcpClient';
import { ruleText } from '../../support/sigmaRules';
import { suiteApp } from '../../support/startApp';
import { addRows, addTable } from '../../support/tables';
import { suiteFolder, temporaryFolder } from '../../support/temporaryFolder';

const tables = Array.from({ length: 130 }, (_, index) => `logs_${String(index).padStart(3, '0')}`);
const slowQuery = `json "{'n':1}" | repeat count=100000 over=600s | search n == 1 | stats count`;

describe('MCP as clients expect it', () => {
  const app = suiteApp();
  const folder = suiteFolder();
  let walk: McpWalk;

  before(async () => {
    for (const table of tables) await addTable(app, table);
    await addTable(app, 'people');
    await addRows(app, 'people', `SELECT now() AS _time, 'jkim' AS "user" FROM range(10)`);
    for (const name of ['Daily report', 'Daily check', 'Weekly']) {
      const form = { name, query: 'table people', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
      await app.call('admin', 'POST /api/core/scheduled-queries', { form });
    }
    walk = await McpWalk.start(['--url', app.baseUrl, '--access', 'read'], {
      env: { LOGBENCH_API_KEY: app.keys.master, HOME: folder.path },
      cwd: folder.path,
    });
  });

  after(() => walk[Symbol.asyncDispose]());

  async function codeOf(call: Promise<unknown>): Promise<number | undefined> {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert(error instanceof ProtocolError, String(error));
    return error.code;
  }

  it('rejects an unknown tool or prompt with -32602, and says what is wrong with an input', async () => {
    assert.equal(await codeOf(walk.client.callTool({ name: 'logbench_nothing' })), -32602);
    assert.equal(await codeOf(walk.client.getPrompt({ name: 'nothing' })), -32602);
    // The client must be able to tell bad input of a tool to its model.
    assert.equal((await walk.call('tables', { limit: 0 })).isError, true);
  });

  it('returns structured content that fits the schema of each tool', async () => {
    const { tools } = await walk.client.listTools();
    assert.deepEqual(
      tools.filter(({ outputSchema }) => outputSchema?.['type'] !== 'object').map(({ name }) => name),
      [],
    );
    const rule = 'title: T\nlogsource: {product: windows}\ndetection: {s: {a: 1}, condition: s}\n';
    const inputs: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
      platforms: [{}],
      tables: [{}, { keyword: 'none' }],
      table: [{ table: 'people' }],
      language: [{ question: 'stats' }],
      check_query: [{ query: 'table people' }, { query: 'search a = 1' }],
      run_query: [{ query: 'table people | limit 2' }, { query: 'table people', summary: true }],
      scheduled_queries: [{}],
      scheduled_query: [{ query: 'Weekly' }],
      rules: [{}],
      audit_logs: [{ limit: 2 }],
      propose_change: [{ name: 'New', query: 'table people', reason: 'a test' }],
      convert_sigma: [{ rule }, { rule: 'title: x\nlogsource: {}\ndetection: {}\n' }],
    };
    for (const [name, all] of Object.entries(inputs)) {
      for (const input of all) {
        // The client of the SDK validates the content against the schema.
        const result = await walk.client.callTool({ name: `logbench_${name}`, arguments: input });
        const [content] = result.content as { text: string }[];
        assert.notEqual(result.isError, true, content?.text);
        assert.deepEqual(result.structuredContent, JSON.parse(content?.text ?? ''), name);
      }
    }
  });

  it('reports progress of a call that takes longer than a second', async () => {
    const ended = new AbortController();
    const seen: number[] = [];
    const call = walk.client.callTool(
      { name: 'logbench_run_query', arguments: { query: slowQuery, seconds: 100 } },
      {
        signal: ended.signal,
        onprogress: ({ progress }) => {
          seen.push(progress);
          if (seen.length === 2) ended.abort();
        },
      },
    );
    await assert.rejects(call);
    assert.ok((seen[1] ?? 0) > (seen[0] ?? 0), String(seen));
  });

  it('lists resources page by page', async () => {
    const { resources, nextCursor } = await walk.client.request({ method: 'resources/list' });
    assert.equal(resources.length, 101);
    const next = await walk.client.request({ method: 'resources/list', params: { cursor: nextCursor } });
    const names = [...resources, ...next.resources].map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => name.startsWith('logs_')),
      tables,
    );
    assert.equal(new Set(names).size, names.length);
    assert.equal(next.nextCursor, undefined);
    assert.equal(
      await codeOf(walk.client.request({ method: 'resources/list', params: { cursor: 'x' } })),
      -32602,
    );
  });

  it('completes the arguments of prompts and resources', async () => {
    const complete = async (ref: object, name: string, value: string, context = {}): Promise<unknown> => {
      const params = { ref, argument: { name, value }, context: { arguments: context } };
      return (await walk.client.complete(params as never)).completion;
    };
    const prompt = { type: 'ref/prompt', name: 'why_does_schedule_fail' };
    const explain = { type: 'ref/prompt', name: 'explain_query' };
    const one = { type: 'ref/resource', uri: 'logbench://tables/{table}' };
    const several = { type: 'ref/resource', uri: 'logbench://tables/{platform}/{table}' };
    const { host } = new URL(app.baseUrl);
    for (const [ref, name, value, values, context] of [
      [prompt, 'schedule', 'daily', ['Daily check', 'Daily report']],
      [explain, 'query', 'ta', []],
      [one, 'table', 'peo', ['people']],
      [several, 'platform', '', [host]],
      [several, 'table', 'peo', ['people'], { platform: host }],
    ] as const) {
      const expected = { values, total: values.length, hasMore: false };
      assert.deepEqual(await complete(ref, name, value, context), expected);
    }
    const { values, ...rest } = (await complete(one, 'table', 'logs')) as { values: string[] };
    assert.deepEqual([values.length, rest], [100, { total: 130, hasMore: true }]);
    for (const ref of [
      { type: 'ref/prompt', name: 'nothing' },
      { type: 'ref/resource', uri: 'logbench://nothing/{x}' },
      prompt,
    ]) {
      assert.equal(await codeOf(complete(ref, 'x', '')), -32602);
    }
  });

  it('converts Sigma rules with the mapping of the team', async () => {
    await using project = await temporaryFolder();
    const platform = (name: string): string => `  ${name}: { base_url: '${app.baseUrl}', assistant: read }\n`;
    await writeFile(
      path.join(project.path, 'logbench.yaml'),
      `platforms:\n${platform('dev')}${platform('prod')}`,
    );
    const mapping = (table: string): string =>
      `version: 1\nsources: [{product: test, tables: ${table}, fields: {a: alpha}}]\n`;
    await writeFile(path.join(project.path, 'sigma-map.yaml'), mapping('general'));
    await writeFile(path.join(project.path, 'sigma-map.dev.yaml'), mapping('own'));
    await using team = await McpWalk.start([], { env: { HOME: folder.path }, cwd: project.path });
    const rule = ruleText('s: {a: 1}\ncondition: s');
    const convert = async (more: object): Promise<string> =>
      (await team.call('convert_sigma', { rule, ...more })).text;
    assert.match(
      await convert({ platform: 'dev' }),
      /"mapping":"sigma-map\.dev\.yaml".*table own.*search alpha == 1/,
    );
    assert.match(await convert({ platform: 'prod' }), /"mapping":"sigma-map\.yaml".*table general/);
    assert.match(await convert({}), /table general/);
    assert.match(await convert({ table: 'mine' }), /"mapping":"none".*table mine.*search a == 1/);
    await writeFile(path.join(project.path, 'sigma-map.yaml'), 'version: 2\n');
    assert.match(await convert({}), /^The mapping sigma-map\.yaml is not valid, line 1: /);
  });

  it('rejects subqueries in arguments that are not parsed', () => {
    for (const query of [
      'table people | forecast f([ import other ])',
      'table people | anomalies (x [ import other ])',
      'table people | kmeans a(b([ table people ]))',
    ]) {
      assert.match(notRunReason(query) ?? '', /contains a subquery that cannot be checked/, query);
    }
    assert.equal(notRunReason('table people | parse "[ import other ]*" as x'), undefined);
  });
});
