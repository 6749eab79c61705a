import assert from 'node:assert/strict';
import { PlatformClient } from '../../../../src/api/client';
import { pickTable } from '../../../../src/features/uploads/pickTable';
import type { Prompts, SearchQuestion, SearchResult } from '../../../../src/ui/prompts/prompts';
import { ScriptedPrompts } from '../../../integration/support/scriptedPrompts';
import { startApp } from '../../../support/startApp';

describe('The table of an upload', () => {
  it('is counted among those that match, without the offer to create one', async () => {
    await using app = await startApp();
    await app.call('master', 'POST /api/core/tables', { form: { table: 'logs' } });
    await using client = new PlatformClient({
      baseUrl: app.baseUrl,
      product: 'core',
      readKey: () => Promise.resolve(app.keys.master),
      readNetwork: () => ({ certificateAuthorities: [], strictCertificates: true }),
      readTimeout: () => 10_000,
    });
    let found: SearchResult<unknown> | undefined;
    const search = async <Value>(question: SearchQuestion<Value>): Promise<Value> => {
      const result = await question.find(undefined, new AbortController().signal);
      found = result;
      const [first] = result.choices;
      assert.ok(first);
      return first.value;
    };

    await pickTable(client, { search } as Prompts, 'Upload');

    assert.equal(found?.choices.length, 2);
    assert.equal(found.matching, 1);
    const offered = async (text: string): Promise<string | undefined> => {
      let label: string | undefined;
      const refresh = async <Value>({ find }: SearchQuestion<Value>): Promise<Value> => {
        const { choices } = await find(text, new AbortController().signal);
        label = choices.at(-1)?.label;
        return { table: '', isNew: false } as Value;
      };
      await pickTable(client, { search: refresh } as Prompts, 'Upload');
      return label;
    };
    assert.equal(await offered('logs'), 'New Table…');
    assert.equal(await offered('logs2'), 'New Table “logs2”');

    const named = async (name: string): Promise<unknown> => {
      const prompts = new ScriptedPrompts([{ input: name }]);
      prompts.search = () => Promise.resolve(undefined as never);
      return pickTable(client, prompts, 'Upload');
    };
    assert.deepEqual(await named(' Web_1-a '), { table: 'Web_1-a', isNew: true });
    await assert.rejects(named('1a'), /Start with a letter/);
  });
});
