import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../../src/core/api/client';
import { queriesMadeFrom } from '../../../../../src/extension/features/sigma/importRules';
import { clientStub } from '../../../../support/clientStub';

const id = '00000000-0000-4000-8000-000000000001';

/** A platform that finds all of its queries for every keyword, and notes the keywords. */
function platformWith(...items: readonly object[]): {
  readonly client: PlatformClient;
  readonly asked: unknown[];
} {
  const asked: unknown[] = [];
  const client = clientStub({ 'GET scheduled-queries': ({ query }) => asked.push(query) && { items } });
  return { client, asked };
}

describe('The scheduled queries of a Sigma rule', () => {
  it('are found by the rule that they name at their beginning, not by one that they mention', async () => {
    const header = (of: string): string => `# Sigma: Words\n  id: ${of}\n| table a`;
    const first = { name: 'a', query: header(id) };
    const last = { name: 'd', query: header(id) };
    const mention = { name: 'b', query: `${header('another')} | search rule == "${id}"` };
    const { client, asked } = platformWith(first, mention, { name: 'c', query: `table ${id}` }, last);

    assert.deepEqual(await queriesMadeFrom(client, id), [first, last]);
    assert.deepEqual(asked, [{ keywords: id }]);
  });

  it('are none when the rule has no ID', async () => {
    const { client, asked } = platformWith({ name: 'a', query: 'table a' });

    assert.deepEqual(await queriesMadeFrom(client, undefined), []);
    assert.deepEqual(asked, []);
  });
});
