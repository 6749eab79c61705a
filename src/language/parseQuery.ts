import { Tree, TreeFragment } from '@lezer/common';
import type { Query } from './ast';
import { changedRange } from './changedRange';
import type { ChangedRange } from './changedRange';
import { parser } from './grammar.generated';
import { firstEndingAt, ParsedStretch } from './parsedStretch';
import { problemAt } from './problem';
import type { Problem } from './problem';
import { readStretch } from './readStretch';
import { OutlineScan } from './outlineScan';

export interface ParsedQuery {
  readonly text: string;
  readonly query: Query;
  /** In order of the text. Empty for a valid query. */
  readonly problems: readonly Problem[];
  /** With the stretches, for incremental parsing of the next version of the text. */
  readonly tree: Tree;
  readonly stretches: readonly ParsedStretch[];
}

/**
 * Parses any text, including incomplete ones. Never throws: errors are in `problems`.
 *
 * @param previous the result for an earlier version of the text, whose common parts are reused.
 */
export function parseQuery(text: string, previous?: ParsedQuery): ParsedQuery {
  try {
    return previous ? parseAfter(previous, text) : parseWhole(text);
  } catch (error) {
    // Thousands of nested brackets overflow the stack, which a server must survive.
    if (error instanceof RangeError) return tooDeep(text);
    throw error;
  }
}

function tooDeep(text: string): ParsedQuery {
  const whole = { from: 0, to: text.length };
  return {
    text,
    query: { kind: 'query', ...whole, commands: [] },
    problems: [problemAt('query-too-large', whole)],
    tree: Tree.empty,
    stretches: [],
  };
}

function parseWhole(text: string): ParsedQuery {
  const tree = parser.parse(text);
  return parsedText(text, tree, stretchesOf(tree, text));
}

function parseAfter(previous: ParsedQuery, text: string): ParsedQuery {
  const change = changedRange(previous.text, text);
  const { from, oldTo, newTo } = change;
  const range = { fromA: from, toA: oldTo, fromB: from, toB: newTo };
  const fragments = TreeFragment.applyChanges(TreeFragment.addTree(previous.tree), [range]);
  const tree = parser.parse(text, fragments);
  return parsedText(text, tree, stretchesAfter(previous, tree, text, change));
}

function stretchesOf(tree: Tree, text: string): readonly ParsedStretch[] {
  const stretches: ParsedStretch[] = [];
  const scan = new OutlineScan(tree, text);
  let stretch: ParsedStretch;
  do stretches.push((stretch = readNext(scan, text)));
  while (stretch.pipe !== undefined);
  return stretches;
}

function readNext(scan: OutlineScan, text: string): ParsedStretch {
  return new ParsedStretch(readStretch(text, scan.nextStretch()), 0);
}

/**
 * Parsing is from left to right, so everything that a pipe ended before the change is unchanged, and
 * everything after a pipe behind the change has only moved.
 */
function stretchesAfter(
  previous: ParsedQuery,
  tree: Tree,
  text: string,
  { from, oldTo, newTo }: ChangedRange,
): readonly ParsedStretch[] {
  const by = newTo - oldTo;
  const known = previous.stretches;
  const stretches = known.slice(0, firstEndingAt(known, from));
  const scan = new OutlineScan(tree, text, (stretches.at(-1)?.pipe ?? -1) + 1);
  for (;;) {
    const stretch = readNext(scan, text);
    stretches.push(stretch);
    const { pipe } = stretch;
    if (pipe === undefined) return stretches;
    const same = pipe < newTo ? known.length : firstEndingAt(known, pipe - by);
    if (known[same]?.pipe === pipe - by) return [...stretches, ...movedBy(known.slice(same + 1), by)];
  }
}

function movedBy(stretches: readonly ParsedStretch[], by: number): readonly ParsedStretch[] {
  return by === 0 ? stretches : stretches.map((stretch) => stretch.movedBy(by));
}

/** The query is put together on demand, because most features need only some of its stretches. */
function parsedText(text: string, tree: Tree, stretches: readonly ParsedStretch[]): ParsedQuery {
  const problems = stretches.flatMap((stretch) => stretch.problems);
  return {
    text,
    tree,
    stretches,
    problems: problems.sort((one, other) => one.from - other.from || one.to - other.to),
    get query() {
      const commands = stretches.flatMap((stretch) => stretch.commands);
      return { kind: 'query' as const, from: 0, to: text.length, commands };
    },
  };
}
