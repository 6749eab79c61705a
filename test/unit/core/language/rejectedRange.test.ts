import assert from 'node:assert/strict';
import { errorCodes, isErrorKey } from '../../../../src/core/language/errorCodes';
import { problemAt, rejectionText } from '../../../../src/core/language/problem';
import { rejectedRange } from '../../../../src/core/language/services/rejectedRange';
import type { RejectedRange } from '../../../../src/core/language/services/rejectedRange';

describe('The range of a rejection', () => {
  const marked = ({ from, to }: RejectedRange, text: string): string => text.slice(from, to);

  it('is that of the same problem in the parser', () => {
    const text = 'table a |  | limit 5';
    const range = rejectedRange('(90003) empty-command', text);
    assert.deepEqual(range, { from: 8, to: 12, code: 90003, message: 'A command is missing here.' });
  });

  it('is the only table of the query for a missing table', () => {
    const text = 'set days = "1"\n| table duration=1d nobody\n| limit 1';
    const range = rejectedRange('(10605) table-not-found', text);
    assert.deepEqual([range.code, marked(range, text)], [10605, 'nobody']);
    assert.equal(range.message, 'The table “nobody” does not exist.');
  });

  it('has a message for every code, as a warning for what a platform may add', () => {
    const warnings = Object.keys(errorCodes).filter(
      (key) => isErrorKey(key) && problemAt(key, { from: 0, to: 1 }).severity === 'warning',
    );
    assert.deepEqual(warnings, [
      'invalid-option',
      'unsupported-function',
      'unsupported-command',
      'table-not-found',
    ]);
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

  it('is that of the table that the platform names', () => {
    const message = '(10605) table-not-found: nobody';
    const text = 'table here | join id [ table nobody ]\n| limit 1';
    const range = rejectedRange(message, text);
    assert.deepEqual([marked(range, text), range.message], ['nobody', 'The table “nobody” does not exist.']);
    assert.equal(rejectionText(message), 'The table “nobody” does not exist. (10605)');
  });

  it('is the first line when several tables are possible', () => {
    const text = 'table here | join id [ table nobody ]\n| limit 1';
    assert.equal(
      marked(rejectedRange('(10605) table-not-found', text), text),
      'table here | join id [ table nobody ]',
    );
  });

  it('is the first line for an unknown code, with the message of the platform', () => {
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

  it('is the whole line when the position is unknown', () => {
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
