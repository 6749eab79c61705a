/** The padding of a cell, and the additional space for the icons of a header. */
const cellRoom = 26;
const headingRoom = 52;

/** The width that a column needs for its label, these texts, and rendered cells that are cut off. */
export function widthOf(grid: Element, index: number, label: string, texts: readonly string[]): number {
  const heading = grid.querySelector(`[role=columnheader][aria-colindex="${index + 1}"]`);
  const cells = [...grid.querySelectorAll(`[role=gridcell][aria-colindex="${index + 1}"]`)];
  const cut = cells.filter((cell) => cell.scrollWidth > cell.clientWidth);
  const measure = ruler(cells[0] ?? heading);
  return Math.max(
    ruler(heading)(label) + headingRoom,
    ...cut.map((cell) => cell.scrollWidth + cellRoom / 2),
    ...texts.map((text) => measure(text) + cellRoom),
  );
}

/** The same for a column that is not rendered, in the font of the page. */
export function textWidth(
  page: Element,
  label: string,
  texts: readonly string[],
  monospace: boolean,
): number {
  const measure = ruler(page, monospace);
  return Math.max(
    ruler(page)(label) + headingRoom,
    ...[...new Set(texts)].map((text) => measure(text) + cellRoom),
  );
}

/** Measures text in the font of an element, or in the monospace font next to it. */
function ruler(element: Element | null, monospace = false): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context || !element) return (text) => text.length * 8;
  const style = getComputedStyle(element);
  const { fontStyle, fontWeight, fontSize } = style;
  const fontFamily = monospace ? style.getPropertyValue('--mono') : style.fontFamily;
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return (text) => Math.ceil(context.measureText(text).width);
}
