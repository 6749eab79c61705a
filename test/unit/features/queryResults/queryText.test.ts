import assert from 'node:assert/strict';
import {
  confirmWrites,
  parametersToAsk,
  runnableText,
  settingsOf,
  writesOf,
} from '../../../../src/features/queryResults/queryText';
import type { QueryResultsDeps } from '../../../../src/features/queryResults/queryResultsDeps';
import { parseQuery } from '../../../../src/language/parseQuery';
import type { Connection } from '../../../../src/ui/connections/connection';
import { Cancelled } from '../../../../src/ui/prompts/cancelled';
import { ScriptedPrompts } from '../../../integration/support/scriptedPrompts';
import type { Answer } from '../../../integration/support/scriptedPrompts';

const lab = { name: 'Lab' } as Connection;

const text = 'table a | join k [ table b | limit 5 ] | limit 3';

function at(offset: number): { from: number; to: number } {
  return { from: offset, to: offset };
}

describe('What of a document runs', () => {
  it('is the selection where there is one', () => {
    const from = text.indexOf('table b');
    assert.deepEqual(runnableText(text, { from, to: from + 7 }, 'query'), { text: 'table b', from });
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

describe('What of a file with a front matter runs', () => {
  const front = '---\nname: A\nschedule: "0 * * * *"\n---\n';

  it('is the text below it, wherever the cursor is', () => {
    for (const offset of [0, 8, front.length + 3]) {
      assert.deepEqual(runnableText(front + text, at(offset), 'query'), { text, from: front.length });
    }
  });

  it('is the command or the pipeline at the cursor when that is asked for', () => {
    assert.deepEqual(runnableText(front + text, at(front.length + 3), 'toCursor'), {
      text: 'table a',
      from: front.length,
    });
    const inner = runnableText(front + text, at(front.length + text.indexOf('limit 5')), 'pipeline');
    assert.equal(inner.text.trim(), 'table b | limit 5');
    assert.equal((front + text).slice(inner.from, inner.from + inner.text.length), inner.text);
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

describe('Commands that write', () => {
  it('are named once each, those of subqueries too', () => {
    assert.deepEqual(writesOf('table a | join k [ table b | import c ] | import d'), ['import']);
    assert.deepEqual(writesOf(text), []);
  });

  it('are not run where writes were locked while the question was open', async () => {
    let isLocked = false;
    const lock = (): Promise<void> => Promise.resolve(void (isLocked = true));
    const ensureWritable = (): Promise<void> =>
      isLocked ? Promise.reject(new Cancelled()) : Promise.resolve();
    const confirm = async (...answers: readonly Answer[]): Promise<void> => {
      const deps = { ui: { prompts: new ScriptedPrompts(answers) }, platforms: { ensureWritable } };
      await confirmWrites(deps as unknown as QueryResultsDeps, 'table a | import b', lab);
    };
    await confirm({ confirm: 'Run' });
    await assert.rejects(confirm({ meanwhile: lock }, { confirm: 'Run' }), Cancelled);
  });
});
