import assert from 'node:assert/strict';
import { maskedColumns } from '../../../src/core/privacy/maskedColumns';
import { summarizeRows } from '../../../src/core/assistant/tools/runQueryTool';
import { parseQuery } from '../../../src/core/language/parseQuery';
import { Masker } from '../../../src/core/privacy/masker';

describe('A short text for an assistant', () => {
  it('summarizes each column: number of values, frequent values, minimum and maximum', () => {
    const masked = maskedColumns(parseQuery('table a').query, []);
    const rows = [
      { n: 3, user: 'kim' },
      { n: 1, user: 'lee' },
      { n: 2, user: 'lee' },
      { n: null, user: '' },
    ];
    assert.deepEqual(summarizeRows(rows, ['n', 'user'], new Masker(), masked), [
      {
        column: 'n',
        filled: 3,
        distinct: 3,
        minimum: 1,
        maximum: 3,
        top: [
          ['3', 1],
          ['1', 1],
          ['2', 1],
        ],
      },
      {
        column: 'user',
        filled: 3,
        distinct: 2,
        top: [
          ['user2-masked', 2],
          ['user1-masked', 1],
        ],
      },
    ]);
  });
});
