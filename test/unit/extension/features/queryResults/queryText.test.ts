import assert from 'node:assert/strict';
import { confirmEffects } from '../../../../../src/extension/features/queryResults/confirmEffects';
import { parametersToAsk, runnableText } from '../../../../../src/extension/features/queryResults/queryText';
import { settingsOf } from '../../../../../src/core/language/services/unresolvedParameters';
import type { QueryResultsDeps } from '../../../../../src/extension/features/queryResults/queryResultsDeps';
import { parseQuery } from '../../../../../src/core/language/parseQuery';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import { CanceledError } from '../../../../../src/extension/ui/prompts/canceled';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { JsonMemory } from '../../../../support/jsonMemory';
import { lab } from '../../../../support/labConnection';

const text = 'table a | join k [ table b | limit 5 ] | limit 3';

function at(offset: number): { from: number; to: number } {
  return { from: offset, to: offset };
}

describe('The text of a document that runs', () => {
  it('is the selection when there is one', () => {
    const from = text.indexOf('table b');
    assert.deepEqual(runnableText(text, { from, to: from + 7 }, 'query'), {
      text: 'table b',
      from,
      isSelection: true,
    });
    assert.equal(runnableText(text, { from: 0, to: text.length }, 'query').isSelection, false);
  });

  it('is the whole text by default', () => {
    assert.deepEqual(runnableText(text, at(25), 'query'), { text, from: 0 });
  });

  it('is the innermost pipeline at the cursor when that is asked for', () => {
    const found = runnableText(text, at(text.indexOf('limit 5')), 'pipeline');
    assert.equal(found.text.trim(), 'table b | limit 5');
    assert.equal(text.slice(found.from, found.from + found.text.length), found.text);
  });

  it('ends with the command at the cursor when that is asked for', () => {
    assert.equal(runnableText(text, at(3), 'toCursor').text, 'table a');
  });
});

describe('The text of a file with a front matter that runs', () => {
  const front = '---\nname: A\nschedule: "0 * * * *"\n---\n';

  it('is the text below it, wherever the cursor is', () => {
    for (const offset of [0, 8, front.length + 3]) {
      assert.deepEqual(runnableText(front + text, at(offset), 'query'), { text, from: front.length });
    }
  });
});

describe('Parameters of a query', () => {
  it('are asked for when nothing sets them and they have no default', () => {
    const query =
      'set a = 1 | table t | search x == $("a") and y == $("b") and z == $("c", 5) and w == $("b")';
    assert.deepEqual(parametersToAsk(query), ['b']);
  });

  it('are set before the text, numbers as numbers and all else as text', () => {
    const values = new Map([
      ['limit', '10'],
      ['who', 'a "b"'],
      ['flag', 'true'],
      ['none', 'null'],
    ]);
    const settings = settingsOf(values);
    assert.equal(settings, 'set limit = 10 | set who = "a \\"b\\"" | set flag = true | set none = null | ');
    assert.deepEqual(parseQuery(`${settings}table t`).problems, []);
  });
});

describe('Commands that do more than read', () => {
  const production = { ...lab, environment: 'production' } as const;
  let memory: JsonMemory;
  let isLocked: boolean;

  beforeEach(() => {
    memory = new JsonMemory();
    isLocked = false;
  });

  /** What the user is asked, in order. */
  async function asked(
    query: string,
    connection: Connection,
    ...responses: readonly PromptResponse[]
  ): Promise<string> {
    const prompts = new ScriptedPrompts(responses);
    const ensureWritable = (): Promise<void> =>
      isLocked ? Promise.reject(new CanceledError()) : Promise.resolve();
    const deps = { ui: { prompts }, platforms: { ensureWritable }, sharedMemory: memory };
    await confirmEffects(deps as unknown as QueryResultsDeps, query, connection);
    prompts.assertFinished();
    return prompts.seen.join('\n');
  }

  it('are named once each, those of subqueries too', async () => {
    const query = 'table a | join k [ table b | import c ] | wget | import d';
    assert.match(await asked(query, production, { confirm: 'Run' }), /It uses import, wget\./);
    assert.equal(await asked(text, production), '');
  });

  for (const query of [
    'table a | import b',
    'table a | memlookup op=build name=b key=c',
    'memlookup op=drop name=b',
    'proc b()',
    'wget url="http://b"',
    'table a | sendmail b',
    'table a | Import b',
    'memlookup OP=build name=b key=c',
    'memlookup (op=drop) name=b',
    // Where the text is not as the language describes, a platform may read it otherwise.
    'boxplot a ([ table b | import c ])',
    'table a | search in(x, [ import b ])',
    'union ([ table a | import b ])',
    'table a | # 5" | import b',
    'table a | \u200bimport b',
    `table a | import b | eval x = ${'('.repeat(20_000)}`,
  ]) {
    it(`are rejected while writes are locked: ${query.slice(0, 50)}`, async () => {
      isLocked = true;
      const hasErrors = parseQuery(query).problems.some(({ severity }) => severity === 'error');
      const responses = hasErrors ? [{ confirm: 'Run Anyway' }] : [];
      await assert.rejects(asked(query, production, ...responses), CanceledError);
    });
  }

  it('are preceded by the command that was probably meant', async () => {
    const question = await asked('table a\n| serch b == 1', production, { confirm: 'Run Anyway' });
    assert.match(question, /"message":"Unknown command “serch”\. Did you mean “search”\?"/);
    assert.equal(await asked('serch c', production), '');
  });

  it('name the mistyped one of those that are asked about, not one that was confirmed before', async () => {
    await asked('table a | serch b == 1', production, { confirm: 'Run Anyway' });
    const question = await asked('table a | serch b == 1 | frobnicate', production, { confirm: 'Run' });
    assert.doesNotMatch(question, /serch|search/);
  });

  it('are not sent without a question in a text with errors, except to a local platform', async () => {
    const broken = 'table a\n| search user_agent ( ==';
    await assert.rejects(asked(broken, production, 'cancel'), CanceledError);
    const question = await asked(broken, production, { confirm: 'Run Anyway' });
    assert.match(question, /Run a query with errors on Lab\?.*"Line 2: /);
    assert.equal(await asked(broken, { ...production, environment: 'local' }), '');
  });

  it('are rejected when writes were locked while the question was open', async () => {
    const lock = (): Promise<void> => Promise.resolve(void (isLocked = true));
    await asked('table a | import b', production, { confirm: 'Run' });
    await assert.rejects(
      asked('table a | import b', production, { meanwhile: lock }, { confirm: 'Run' }),
      CanceledError,
    );
  });

  it('are confirmed once for each connection when they are unknown, also while writes are locked', async () => {
    isLocked = true;
    const query = 'table a | frobnicate b | frobnicate c';
    await assert.rejects(asked(query, production, 'cancel'), CanceledError);
    assert.match(await asked(query, production, { confirm: 'Run' }), /frobnicate/);
    assert.equal(await asked(query, production), '');
    assert.match(await asked('other | frobnicate', production, { confirm: 'Run' }), /other/);
    const elsewhere = { ...production, baseUrl: 'https://other.example' };
    assert.match(await asked(query, elsewhere, { confirm: 'Run' }), /frobnicate/);
    assert.match(await asked(query, { ...production, name: 'B' }, { confirm: 'Run' }), /frobnicate/);
  });

  it('are not confirmed on a local platform, which rejects them, unless it is locked', async () => {
    const local = { ...production, environment: 'local' } as const;
    assert.equal(await asked('frobnicate', local), '');
    assert.match(await asked('frobnicate', { ...local, readOnly: true }, { confirm: 'Run' }), /frobnicate/);
  });

  it('are not found in valid strings and comments', async () => {
    assert.equal(await asked('search x == "| import b" | # [ table a | import b ]', production), '');
    // An open bracket disables the rest.
    assert.equal(await asked('table a | # [ table b | import c', production), '');
  });
});
