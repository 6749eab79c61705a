import assert from 'node:assert/strict';
import { ParameterValues } from '../../../../../src/extension/features/queryResults/lastParameters';
import { CanceledError } from '../../../../../src/extension/ui/prompts/canceled';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { lab } from '../../../../support/labConnection';
import { JsonMemory } from '../../../../support/jsonMemory';

describe('The values of parameters', () => {
  let memory: JsonMemory;

  beforeEach(() => {
    memory = new JsonMemory();
  });

  async function ask(
    document: string,
    names: readonly string[],
    responses: readonly PromptResponse[],
  ): Promise<readonly unknown[]> {
    const prompts = new ScriptedPrompts(responses);
    await new ParameterValues(memory, prompts).ask(document, names, lab);
    prompts.assertFinished();
    return prompts.seen.map((asked) => JSON.parse(asked.replace('input: ', '')) as unknown);
  }

  const offered = async (document: string, names: readonly string[]): Promise<readonly unknown[]> => {
    const asked = await ask(
      document,
      names,
      names.map(() => ({ input: 'x' })),
    );
    return asked.map((question) => (question as { value?: unknown }).value);
  };

  it('are asked for one after the other, each with its step', async () => {
    const prompts = new ScriptedPrompts([{ input: '1' }, { input: '2' }]);
    const values = await new ParameterValues(memory, prompts).ask('a', ['from', 'to'], lab);
    assert.deepEqual(Object.fromEntries(values), { from: '1', to: '2' });
    assert.match(
      prompts.seen[0] ?? '',
      /parameter from\..*"position":{"step":1,"total":2,"canGoBack":false}/,
    );
    assert.match(prompts.seen[1] ?? '', /parameter to\..*"position":{"step":2,"total":2,"canGoBack":false}/);
    const [only] = await ask('a', ['from'], [{ input: '1' }]);
    assert.equal((only as { position?: unknown }).position, undefined);
  });

  it('are offered again for the same document, also those that a later run did not need', async () => {
    await ask('a', ['from', 'to'], [{ input: '1' }, { input: '2' }]);
    await ask('b', ['from'], [{ input: '8' }]);
    await ask('a', ['from'], [{ input: '3' }]);
    assert.deepEqual(await offered('c', ['from']), [undefined]);
    assert.deepEqual(await offered('a', ['from', 'to']), ['3', '2']);
    assert.deepEqual(await offered('b', ['from']), ['8']);
  });

  it('are not stored when there are none or one was not entered', async () => {
    await ask('a', [], []);
    const prompts = new ScriptedPrompts([{ input: '1' }, 'cancel']);
    await assert.rejects(new ParameterValues(memory, prompts).ask('a', ['from', 'to'], lab), CanceledError);
    assert.equal(memory.writes, 0);
  });
});
