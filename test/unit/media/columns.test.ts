import assert from 'node:assert/strict';
import { visibleColumns, positionColumns, scrollShowing } from '../../../media/grid/gridColumns';
import type { GridColumn } from '../../../media/grid/gridColumns';

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
  column('action', 180, { minWidth: 100 }),
  column('message', 220, { minWidth: 140, grows: true }),
];

describe('The columns of a grid', () => {
  for (const [what, room, set, widths] of [
    ['give the room that is left to the one that grows', 700, {}, [200, 180, 320]],
    ['shrink evenly when they would fit then', 520, {}, [200, 140, 180]],
    ['keep their widths when the grid has to be scrolled anyway', 400, {}, [200, 180, 220]],
    ['keep the widths that were set', 560, { action: 180 }, [200, 180, 180]],
  ] as const) {
    it(what, () => {
      const { positioned } = positionColumns(columns, set, room);
      assert.deepEqual(
        positioned.map(({ width }) => width),
        widths,
      );
    });
  }

  it('are drawn when a part of them is visible or they have the focus', () => {
    const { positioned } = positionColumns(columns, {}, 600);
    const drawn = (scrollLeft: number, room: number, always = -1): readonly number[] =>
      visibleColumns(positioned, scrollLeft, room, always).map(({ index }) => index);
    assert.deepEqual(drawn(0, 200), [0]);
    assert.deepEqual(drawn(199, 182), [0, 1, 2]);
    assert.deepEqual(drawn(200, 180), [1]);
    assert.deepEqual(drawn(200, 180, 2), [1, 2]);
  });

  it('scroll no further than needed, and to the start of a column that is wider than the grid', () => {
    const { positioned } = positionColumns(columns, {}, 600);
    const positions = [
      [250, 500],
      [100, 500],
      [0, 380],
      [0, 379],
      [0, 100],
    ] as const;
    assert.deepEqual(
      positions.map(([scrollLeft, room]) => scrollShowing(1, positioned, scrollLeft, room)),
      [200, 100, 0, 1, 200],
    );
  });

  it('that are pinned stay visible, and cover those below', () => {
    const pinned = [
      column('time', 200, { pinned: true }),
      ...[1, 2, 3].map((name) => column(`${name}`, 150)),
    ];
    const { positioned } = positionColumns(pinned, {}, 400);
    const drawn = (scrollLeft: number): readonly number[] =>
      visibleColumns(positioned, scrollLeft, 400, -1).map(({ index }) => index);
    assert.deepEqual(
      [drawn(0), drawn(150), drawn(200)],
      [
        [0, 1, 2],
        [0, 2, 3],
        [0, 2, 3],
      ],
    );
    // The second column begins at 200, just behind the pinned one.
    const shown = (index: number, scrollLeft: number): number =>
      scrollShowing(index, positioned, scrollLeft, 400);
    assert.deepEqual([shown(1, 100), shown(2, 200), shown(3, 0), shown(0, 77)], [0, 150, 250, 77]);
  });

  it('that are pinned leave two fifths to the others, and stay pinned', () => {
    const pinned = [
      ...[column('line', 480, { pinned: true }), column('time', 120, { pinned: true })],
      ...[column('a', 150, { stretches: true }), column('b', 150)],
    ];
    const at = (room: number, columns = pinned): readonly unknown[] =>
      positionColumns(columns, {}, room, 300).positioned.map(({ width, pinned: isPinned }) => [
        width,
        isPinned,
      ]);
    assert.deepEqual(at(500), [
      [240, true],
      [60, true],
      [300, false],
      [150, false],
    ]);
    assert.deepEqual(at(2000).slice(0, 2), [
      [480, true],
      [120, true],
    ]);
    const many = Array.from({ length: 12 }, (_, index) => column(`${index}`, 90, { pinned: true }));
    assert.deepEqual(at(500, [...many, column('a', 150)])[0], [48, false]);
  });
});
