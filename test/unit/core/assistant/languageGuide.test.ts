import assert from 'node:assert/strict';
import { findInGuide } from '../../../../src/core/assistant/languageGuide';

describe('The language guide for an assistant', () => {
  const titles = (question: string): readonly string[] => findInGuide(question).map(({ title }) => title);

  it('starts with what the question names', () => {
    const first = {
      'count users with STATS': 'command stats',
      'what is 90100': 'error 90100 broken-expression',
      'where clause': 'command search',
      'sum of $': 'function $',
    };
    for (const [question, title] of Object.entries(first)) {
      assert.ok(titles(question).slice(0, 2).includes(title), `${question}: ${titles(question).join()}`);
    }
    assert.ok(titles('table search stats sort limit join union rex').length === 12);
  });

  it('returns nothing for stop words, and errors only for a question about them', () => {
    assert.deepEqual(titles('a of to 실'), []);
    assert.ok(!titles('parentheses do not match').some((title) => title.startsWith('error')));
    assert.ok(titles('error: parentheses do not match').some((title) => title.startsWith('error')));
    assert.ok(titles('parens-mismatch').some((title) => title.endsWith(' parens-mismatch')));
    assert.ok(!titles('10 parentheses match').some((title) => title.startsWith('error')));
    assert.deepEqual(titles('?!'), []);
  });

  it('matches a part of a name of more than three letters', () => {
    assert.deepEqual(titles('timech'), ['command timechart']);
    assert.deepEqual(titles('timecharting'), ['command timechart']);
    assert.deepEqual([titles('the'), titles('tim')], [[], []]);
  });

  it('describes the syntax, the options, an example and whether a command can be run', () => {
    const guideText = (name: string): string => findInGuide(name)[0]?.text ?? '';
    assert.match(guideText('table'), /^table [^]*\noption duration: \w+\. [A-Z][^]*\nExample: table /);
    assert.doesNotMatch(guideText('table'), /Writes or sends/);
    assert.match(guideText('import'), /\nWrites or sends: assistants cannot run it\.$/);
    assert.match(guideText('substr'), /^substr\(.*\n.*\nExample: /);
  });
});
