import assert from 'node:assert/strict';
import { pickTable } from '../../../../../src/extension/features/uploads/pickTable';
import type { Prompts, SearchQuestion, SearchResult } from '../../../../../src/extension/ui/prompts/prompts';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import { clientFor, startApp } from '../../../../support/startApp';

describe('The table of an upload', () => {
  it('is counted among those that match, without the offer to create one', async () => {
    await using app = await startApp();
    await app.call('master', 'POST /api/core/tables', { form: { table: 'logs' } });
    await using client = clientFor(app);
    const offered = async (text?: string, open?: string): Promise<unknown> => {
      let found: SearchResult<unknown> | undefined;
      const search = async <Value>({ find }: SearchQuestion<Value>): Promise<Value> => {
        found = await find(text, new AbortController().signal);
        return { table: '', isNew: false } as Value;
      };
      await pickTable(client, { search } as Prompts, 'Upload', open);
      return [found?.matching, ...(found?.choices ?? []).map(({ label }) => label)];
    };
    assert.deepEqual(await offered(), [1, 'New Table…', 'logs']);
    assert.deepEqual(await offered('logs'), [1, 'logs', 'New Table…']);
    assert.deepEqual(await offered('logs2'), [0, 'New Table “logs2”']);
    assert.deepEqual(await offered(undefined, 'logs'), [1, 'logs', 'New Table…']);
    await app.call('master', 'POST /api/core/tables', { form: { table: 'other' } });
    assert.deepEqual(await offered(undefined, 'other'), [2, 'other', 'New Table…', 'logs']);
    assert.deepEqual(await offered('lo', 'other'), [1, 'logs', 'New Table “lo”']);

    const named = async (name: string): Promise<unknown> => {
      const prompts = new ScriptedPrompts([{ input: name }]);
      prompts.search = () => Promise.resolve(undefined as never);
      return pickTable(client, prompts, 'Upload');
    };
    assert.deepEqual(await named(' Web_1-a '), { table: 'Web_1-a', isNew: true });
    await assert.rejects(named('1a'), /Start with a letter/);
  });
});
