import assert from 'node:assert/strict';
import { errorCodes, isErrorKey } from '../../../src/language/errorCodes';
import { problemAt, rejectionText } from '../../../src/language/problem';
import { rejectedRange } from '../../../src/language/services/rejectedRange';
import type { RejectedRange } from '../../../src/language/services/rejectedRange';

describe('The place of a refusal', () => {
  const marked = ({ from, to }: RejectedRange, text: string): string => text.slice(from, to);

  it('is where the parser finds the same code', () => {
    const text = 'table a |  | limit 5';
    const range = rejectedRange('(90003) empty-command', text);
    assert.deepEqual(range, { from: 8, to: 12, code: 90003, message: 'A command is missing here.' });
  });

  it('is the one table that the service may have meant, in words that a person understands', () => {
    const text = 'set days = "1"\n| table duration=1d nobody\n| limit 1';
    const range = rejectedRange('(10605) table-not-found', text);
    assert.deepEqual([range.code, marked(range, text)], [10605, 'nobody']);
    assert.equal(range.message, 'The table “nobody” does not exist.');
  });

  it('has words for every code, which are only a warning for what a platform may add', () => {
    const warnings = Object.keys(errorCodes).filter(
      (key) => isErrorKey(key) && problemAt(key, { from: 0, to: 1 }).severity === 'warning',
    );
    assert.deepEqual(warnings, ['unsupported-function', 'unsupported-command', 'table-not-found']);
    for (const [key, code] of Object.entries(errorCodes)) {
      assert.match(rejectionText(`(${code}) ${key}`), new RegExp(`^\\S.+\\. \\(${code}\\)$`));
    }
    for (const other of [
      '(90003) nosuch',
      'empty-command',
      '(90003) empty-command!',
      'x (90003) empty-command',
    ]) {
      assert.equal(rejectionText(other), other);
    }
  });

  it('is the first line when it may have meant more than one', () => {
    const text = 'table here | join id [ table nobody ]\n| limit 1';
    assert.equal(
      marked(rejectedRange('(10605) table-not-found', text), text),
      'table here | join id [ table nobody ]',
    );
  });

  it('is the first line for what only the service knows, in its own words', () => {
    const text = 'table a\n| limit 1';
    const range = rejectedRange('(12345) moon-too-full', text);
    assert.deepEqual(
      [range.code, marked(range, text), range.message],
      [12345, 'table a', '(12345) moon-too-full'],
    );
    assert.equal(rejectedRange('(12345) constructor', text).message, '(12345) constructor');
    assert.deepEqual(rejectedRange('no-permission', text), {
      from: 0,
      to: 7,
      code: undefined,
      message: 'no-permission',
    });
  });

  it('is all of a single line where it is unknown, in the words for its code', () => {
    const text = 'table a, b';
    assert.deepEqual(rejectedRange('(30100) no-permission', text), {
      from: 0,
      to: 10,
      code: 30100,
      message: 'You do not have permission to run this command.',
    });
    assert.equal(marked(rejectedRange('(10606) no-read-permission', 'table a'), 'table a'), 'a');
    assert.equal(marked(rejectedRange('(20701) invalid-lookup-name', 'table a'), 'table a'), 'table a');
  });
});
