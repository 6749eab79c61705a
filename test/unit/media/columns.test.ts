import assert from 'node:assert/strict';
import { placeColumns } from '../../../media/grid/columns';
import type { GridColumn } from '../../../media/grid/columns';

const column = (
  id: string,
  width: number,
  changes: Partial<GridColumn<string>> = {},
): GridColumn<string> => ({
  id,
  label: id,
  width,
  text: (row) => row,
  ...changes,
});
const columns = [
  column('time', 200),
  column('action', 180, { leastWidth: 100 }),
  column('message', 220, { leastWidth: 140, grows: true }),
];
const widthsAt = (room: number, set: Record<string, number> = {}): readonly number[] =>
  placeColumns(columns, set, room).placed.map(({ width }) => width);

describe('The columns of a grid', () => {
  it('give the room that is left to the one that grows', () => {
    assert.deepEqual(widthsAt(700), [200, 180, 320]);
  });

  it('give way evenly where they would fit then', () => {
    assert.deepEqual(widthsAt(520), [200, 140, 180]);
  });

  it('keep their widths where the grid has to be scrolled anyway', () => {
    assert.deepEqual(widthsAt(400), [200, 180, 220]);
  });

  it('leave the widths that were set alone', () => {
    assert.deepEqual(widthsAt(560, { action: 180 }), [200, 180, 180]);
  });
});
