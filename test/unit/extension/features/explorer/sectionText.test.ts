import assert from 'node:assert/strict';
import { RowList } from '../../../../../src/extension/features/explorer/rowList';
import {
  sectionDescription,
  sectionTooltip,
} from '../../../../../src/extension/features/explorer/sectionText';

describe('The text of a section', () => {
  it('shows the total, the filter, and the order when it is not that of the platform', async () => {
    const all = ['1', '2', '3'].map((id) => ({ id, label: id, contextValue: 'row', value: id }));
    const source = {
      load: ({ offset, limit }: { readonly offset: number; readonly limit: number }) =>
        Promise.resolve({ total: all.length, rows: all.slice(offset, offset + limit) }),
    };
    const list = new RowList(source, () => 2);
    const lines = (): readonly string[] => sectionTooltip('Tables', list).split('\n');
    assert.deepEqual([sectionDescription(list), lines()], ['', ['Tables']]);
    list.restart({ label: '"x"', fields: {} });
    assert.deepEqual([sectionDescription(list), lines()], ['filter: "x"', ['Tables', 'Filtered by "x"']]);
    await list.loadFirst();
    list.sorting = { id: 'platform', label: 'Platform' };
    assert.equal(sectionDescription(list), '3 · filter: "x"');
    assert.deepEqual(
      [lines().length, lines()[1]?.startsWith('As of '), lines()[2]],
      [3, true, 'Filtered by "x"'],
    );
    list.sorting = { id: 'name', label: 'Name', compare: () => 0 };
    assert.equal(sectionDescription(list), '3 · filter: "x" · by Name');
    assert.equal(lines()[3], 'Sorted by Name, among the 2 items loaded so far');
    await list.loadMore();
    assert.equal(lines().length, 3);
  });
});
