import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { FaultProxy } from '../support/faultProxy';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { connectTo } from './support/connected';
import type { Connected } from './support/connected';
import { runCommand } from './support/runCommand';
import { lineAt } from './support/tree';
import { inNewest as test } from './support/vscodes';

const queries = '/api/core/scheduled-queries';
const nobody = '00000000-0000-4000-8000-000000000000';
const valid = { name: 'Second', query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
const workflow = { name: 'Second', query: 'json "{}"', trigger_type: 'workflow', preceding_guid: nobody };

interface Provocation {
  readonly operation: string;
  readonly form?: Readonly<Record<string, string>>;
  /** A part of the one sentence that is shown. */
  readonly says: RegExp;
}

/**
 * The interface's error table, each row by a request that earns it. `GUID` is that of a scheduled query,
 * `BATCH` and `STREAM` those of rules.
 */
const provocations: readonly Provocation[] = [
  { operation: `DELETE ${queries}`, form: {}, says: /guids should be not null/ },
  { operation: `POST ${queries}/stop`, form: {}, says: /guids should be not null/ },
  { operation: `PUT ${queries}/GUID`, form: { query: 'x' }, says: /name should be not null/ },
  {
    operation: `PUT ${queries}/GUID`,
    form: { name: 'Second', query: 'json "{}"', trigger_type: 'cron' },
    says: /cron_schedule should be not null/,
  },
  { operation: `PUT ${queries}/GUID`, form: workflow, says: /preceding_action should be not null/ },
  { operation: `DELETE ${queries}`, form: { guids: 'x' }, says: /guids should be guid type/ },
  { operation: `PUT ${queries}/x`, form: valid, says: /not a valid GUID/ },
  { operation: 'GET /api/core/tables?group_guid=x', says: /group_guid should be guid type/ },
  { operation: 'GET /api/core/queries/x', says: /query id should be integer type/ },
  {
    operation: `PUT ${queries}/GUID`,
    form: { ...valid, name: 'n'.repeat(256) },
    says: /shorter than or equal to 255 characters/,
  },
  {
    operation: `PUT ${queries}/GUID`,
    form: { ...workflow, preceding_action: 'x' },
    says: /preceding_action value must be one of/,
  },
  { operation: 'GET /api/core/tables?offset=x', says: /'offset' parameter should be int type/ },
  { operation: 'GET /api/core/tables?offset=-1', says: /'offset' must be greater than or equal to 0/ },
  { operation: 'GET /api/core/tables?limit=2147483648', says: /less than or equal to 2147483647/ },
  { operation: 'GET /api/core/audit-logs?from=x', says: /invalid date format/ },
  { operation: 'GET /api/core/audit-logs?offset=x', says: /'offset' parameter should be long type/ },
  { operation: 'GET /api/core/queries/42', says: /cannot access query 42/ },
  { operation: `PUT ${queries}/GUID`, form: { ...valid, name: 'First' }, says: /“First” is already in use/ },
  { operation: `POST /api/core/batch-rules/${nobody}/versions/1/restore`, says: /no batch rule/ },
  { operation: `POST /api/core/stream-rules/${nobody}/versions/1/restore`, says: /no stream rule/ },
  { operation: 'POST /api/core/batch-rules/BATCH/versions/99/restore', says: /no version 99\. Select/ },
  { operation: 'POST /api/core/stream-rules/STREAM/versions/99/restore', says: /no version 99\. Select/ },
  { operation: 'POST /api/core/batch-rules/BATCH/versions//restore', says: /version/ },
  { operation: 'DELETE /api/core/upload-streams/abc', says: /no such upload/ },
];

describe('An error of the interface', () => {
  let platform: RunningApp;
  let proxy: FaultProxy;
  let connected: Connected;
  const guids = new Map<string, string>();

  before(async () => {
    platform = await startApp();
    const create = async (what: string, form: Readonly<Record<string, string>>): Promise<string> => {
      const { body } = await platform.call('master', `POST ${what}`, { form });
      return z.object({ guid: z.string() }).parse(body).guid;
    };
    await create(queries, { ...valid, name: 'First' });
    guids.set('GUID', await create(queries, { ...valid, name: 'Second' }));
    const rule = { name: 'Rule', query: 'table a', priority: 'LOW' };
    guids.set('BATCH', await create('/api/core/batch-rules', rule));
    guids.set('STREAM', await create('/api/core/stream-rules', rule));
    proxy = await FaultProxy.start(platform.baseUrl);
    connected = await connectTo({ baseUrl: proxy.baseUrl, key: platform.keys.master });
  });

  after(async () => {
    await connected[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
    await platform[Symbol.asyncDispose]();
  });

  for (const { operation, form, says } of provocations) {
    test(`is one sentence with a next step: ${operation}, ${says.source}`, async () => {
      const { node } = await lineAt('Test');
      const named = operation.replace(/GUID|BATCH|STREAM/, (word) => guids.get(word) ?? word);
      proxy.interference = async ({ response }) => {
        const { status, body } = await platform.call('master', named, form && { form });
        response.writeHead(status).end(JSON.stringify(body));
      };
      const { notices } = await runCommand('logbench.connection.test', [], node);

      assert.equal(notices.length, 1);
      const [notice = ''] = notices;
      assert.match(notice, says);
      assert.match(notice, /^Test: [^\n{}]+\.$/);
      assert.match(
        notice,
        /Check|Choose|Select|Correct|Refresh|Try|Open|has 36 characters|whole number|only from the address/i,
      );
      assert.doesNotMatch(notice, /null-argument|invalid-|illegal-state/);
    });
  }
});
