const gap = '  ';

/** Aligns rows of cells as plain text, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map((cell) => cell.replace(/\s*[\r\n\t]\s*/g, ' ')));
  const widths = widthsOf(cells);
  return cells.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - displayWidth(cell)))
      .join(gap)
      .trimEnd(),
  );
}

/** The same with an underlined header. */
export function ruledColumns(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const rule = widthsOf([heading, ...rows]).map((width) => '─'.repeat(width));
  return columns([heading, rule, ...rows]);
}

/** Hangul, Chinese and Japanese characters take two columns in a monospace font. */
function displayWidth(text: string): number {
  return text.length + (text.match(wide)?.length ?? 0);
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell));
    }
  }
  return widths;
}
