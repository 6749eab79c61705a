import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { PlatformClient } from '../../../../../src/core/api/client';
import { listTables } from '../../../../../src/core/api/operations/tables';
import { describeFailure } from '../../../../../src/extension/ui/failures/failureText';
import { FaultProxy } from '../../../../support/faultProxy';
import { suiteApp } from '../../../../support/startApp';

const queries = '/api/core/scheduled-queries';
const unknownGuid = '00000000-0000-4000-8000-000000000000';
const valid = { name: 'Second', query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 3 * * *' };
const workflow = {
  name: 'Second',
  query: 'json "{}"',
  trigger_type: 'workflow',
  preceding_guid: unknownGuid,
};

interface ErrorCase {
  readonly operation: string;
  readonly form?: Readonly<Record<string, string>>;
  /** A part of the one sentence that is shown. */
  readonly expected: RegExp;
}

/**
 * The interface's error table, each row by a request that causes it. `GUID` is that of a scheduled query,
 * `BATCH` and `STREAM` those of rules.
 */
const errorCases: readonly ErrorCase[] = [
  { operation: `DELETE ${queries}`, form: {}, expected: /guids should be not null/ },
  { operation: `POST ${queries}/stop`, form: {}, expected: /guids should be not null/ },
  { operation: `PUT ${queries}/GUID`, form: { query: 'x' }, expected: /name should be not null/ },
  {
    operation: `PUT ${queries}/GUID`,
    form: { name: 'Second', query: 'json "{}"', trigger_type: 'cron' },
    expected: /cron_schedule should be not null/,
  },
  { operation: `PUT ${queries}/GUID`, form: workflow, expected: /preceding_action should be not null/ },
  { operation: `DELETE ${queries}`, form: { guids: 'x' }, expected: /guids should be guid type/ },
  { operation: `PUT ${queries}/x`, form: valid, expected: /not a valid GUID/ },
  { operation: 'GET /api/core/tables?group_guid=x', expected: /group_guid should be guid type/ },
  { operation: 'GET /api/core/queries/x', expected: /query id should be integer type/ },
  {
    operation: `PUT ${queries}/GUID`,
    form: { ...valid, name: 'n'.repeat(256) },
    expected: /shorter than or equal to 255 characters/,
  },
  {
    operation: `PUT ${queries}/GUID`,
    form: { ...workflow, preceding_action: 'x' },
    expected: /preceding_action value must be one of/,
  },
  { operation: 'GET /api/core/tables?offset=x', expected: /'offset' parameter should be int type/ },
  { operation: 'GET /api/core/tables?offset=-1', expected: /'offset' must be greater than or equal to 0/ },
  { operation: 'GET /api/core/tables?limit=2147483648', expected: /less than or equal to 2147483647/ },
  { operation: 'GET /api/core/audit-logs?from=x', expected: /invalid date format/ },
  { operation: 'GET /api/core/audit-logs?offset=x', expected: /'offset' parameter should be long type/ },
  { operation: 'GET /api/core/queries/42', expected: /cannot access query 42/ },
  {
    operation: `PUT ${queries}/GUID`,
    form: { ...valid, name: 'First' },
    expected: /“First” is already in use/,
  },
  { operation: `POST /api/core/batch-rules/${unknownGuid}/versions/1/restore`, expected: /no batch rule/ },
  { operation: `POST /api/core/stream-rules/${unknownGuid}/versions/1/restore`, expected: /no stream rule/ },
  { operation: 'POST /api/core/batch-rules/BATCH/versions/99/restore', expected: /no version 99\. Select/ },
  { operation: 'POST /api/core/stream-rules/STREAM/versions/99/restore', expected: /no version 99\. Select/ },
  { operation: 'POST /api/core/batch-rules/BATCH/versions//restore', expected: /version/ },
  { operation: 'DELETE /api/core/upload-streams/abc', expected: /no such upload/ },
];

describe('An error of the interface', () => {
  const app = suiteApp();

  it('is one sentence with a next step', async () => {
    const create = async (what: string, form: Readonly<Record<string, string>>): Promise<string> => {
      const { body } = await app.call('master', `POST ${what}`, { form });
      return z.object({ guid: z.string() }).parse(body).guid;
    };
    await create(queries, { ...valid, name: 'First' });
    const rule = { name: 'Rule', query: 'table a', priority: 'LOW' };
    const guids = new Map([
      ['GUID', await create(queries, { ...valid, name: 'Second' })],
      ['BATCH', await create('/api/core/batch-rules', rule)],
      ['STREAM', await create('/api/core/stream-rules', rule)],
    ]);
    await using proxy = await FaultProxy.start(app.baseUrl);
    const readKey = async (): Promise<string> => Promise.resolve(app.keys.master);
    await using client = new PlatformClient({ baseUrl: proxy.baseUrl, readKey });
    for (const { operation, form, expected } of errorCases) {
      const named = operation.replace(/GUID|BATCH|STREAM/, (word) => guids.get(word) ?? word);
      proxy.interference = async ({ response }) => {
        const { status, body } = await app.call('master', named, form && { form });
        response.writeHead(status).end(JSON.stringify(body));
      };
      const error: unknown = await client.send(listTables({ limit: 1 })).catch((failure: unknown) => failure);
      const { sentence } = describeFailure(error);
      assert.match(sentence, expected, operation);
      assert.match(sentence, /^[^\n{}]+\.$/, operation);
      assert.match(
        sentence,
        /Check|Enter|Select|Correct|Refresh|Try|Open|has 36 characters|whole number|only from the address/i,
      );
      assert.doesNotMatch(sentence, /null-argument|invalid-|illegal-state/);
    }
  });
});
