import assert from 'node:assert/strict';
import { columns } from '../../../../src/core/base/columns';

describe('Columns of plain text', () => {
  it('are as wide as their widest cell, with Hangul counted twice', () => {
    assert.deepEqual(
      columns([
        ['보존 기간', '90'],
        ['Group', 'fw_seoul'],
      ]),
      ['보존 기간  90', 'Group      fw_seoul'],
    );
  });

  it('keep a cell on its line', () => {
    assert.deepEqual(columns([['a\n b', 'c\td']]), ['a b  c d']);
    assert.deepEqual(columns([['  a  b', 'c']]), ['  a  b  c']);
    assert.deepEqual(
      columns([
        ['a', ''],
        ['bb', 'c', 'd'],
      ]),
      ['a', 'bb  c  d'],
    );
  });
});
