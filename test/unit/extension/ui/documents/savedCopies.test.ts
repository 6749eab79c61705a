import assert from 'node:assert/strict';
import { SavedCopies } from '../../../../../src/extension/ui/documents/savedCopies';

describe('An untitled document', () => {
  const one = { uri: 'untitled:one', text: 'table a' };
  const other = { uri: 'untitled:other', text: 'table a' };

  it('is the file that is saved with its text when it is closed', () => {
    for (const text of [one.text, '']) {
      const copies = new SavedCopies<string>();
      copies.saved('file', 'table a', [one]);
      assert.equal(copies.closed({ ...one, text }), 'file');
      assert.equal(copies.closed(one), undefined);
    }
  });

  it('is no file if it has another text or is not saved', () => {
    const copies = new SavedCopies<string>();
    copies.saved('file', 'table b', [one]);
    assert.equal(copies.closed(one), undefined);
    copies.saved('file', 'table a', [one]);
    assert.equal(copies.closed({ ...one, text: 'table c' }), undefined);
  });

  it('is not the file that another one with the same text was saved as', () => {
    const copies = new SavedCopies<string>();
    copies.saved('file', 'table a', [other, one]);
    assert.equal(copies.closed(one), 'file');
    assert.equal(copies.closed(other), undefined);
  });

  it('is not a file that was saved with the same text long before it is closed', () => {
    let now = 0;
    const copies = new SavedCopies<string>(() => now);
    copies.saved('file', 'table a', [one]);
    now += 60_000;
    assert.equal(copies.closed(one), undefined);
  });
});
