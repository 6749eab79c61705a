import { diffLines } from '../../../core/project/textDiff';

/** Merges two changes of a text, line by line. Undefined if both have changed the same lines. */
export function mergeTexts(base: string, one: string, other: string): string | undefined {
  const edits = [...editsOf(base, one), ...editsOf(base, other)].sort(
    (first, second) => first.from - second.from || first.to - second.to,
  );
  const lines = base.split('\n');
  const merged: string[] = [];
  let at = 0;
  let last: Edit | undefined;
  for (const edit of edits) {
    if (last !== undefined && isSame(last, edit)) continue;
    if (last !== undefined && (edit.from < at || isOrderUnclear(last, edit))) return undefined;
    merged.push(...lines.slice(at, edit.from), ...edit.lines);
    at = edit.to;
    last = edit;
  }
  return [...merged, ...lines.slice(at)].join('\n');
}

/** Lines of the base that others replace. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

function editsOf(base: string, changed: string): readonly Edit[] {
  const edits: Edit[] = [];
  let [line, from] = [0, 0];
  let lines: string[] = [];
  const end = (): void => {
    if (line > from || lines.length > 0) edits.push({ from, to: line, lines });
    lines = [];
  };
  for (const text of diffLines(base, changed)) {
    if (text.startsWith('+')) lines.push(text.slice(2));
    else if (text.startsWith('-')) line++;
    else {
      end();
      from = ++line;
    }
  }
  end();
  return edits;
}

/** Lines that are inserted where the other change begins or ends could come before or after it. */
function isOrderUnclear(one: Edit, next: Edit): boolean {
  return one.to === next.from && (one.from === one.to || next.from === next.to);
}

function isSame(one: Edit, other: Edit): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
