import { Tree, TreeFragment } from '@lezer/common';
import type { Command, Query } from './ast';
import { changedRange } from './changedRange';
import type { ChangedRange } from './changedRange';
import { parser } from './grammar.generated';
import type { Outline } from './outline';
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
  /** The terms of the commands, for layout and completion. */
  readonly outline: Outline;
  /** Every command, including those of subqueries, by its start offset. */
  readonly commandsByPlace: ReadonlyMap<number, Command>;
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
    outline: { ...whole, segments: [], strayBrackets: [] },
    commandsByPlace: new Map(),
    tree: Tree.empty,
    stretches: [],
  };
}

function parseWhole(text: string): ParsedQuery {
  const tree = parser.parse(text);
  return new ParsedText(text, tree, stretchesOf(tree, text));
}

function parseAfter(previous: ParsedQuery, text: string): ParsedQuery {
  const change = changedRange(previous.text, text);
  const { from, oldTo, newTo } = change;
  const range = { fromA: from, toA: oldTo, fromB: from, toB: newTo };
  const fragments = TreeFragment.applyChanges(TreeFragment.addTree(previous.tree), [range]);
  const tree = parser.parse(text, fragments);
  return new ParsedText(text, tree, stretchesAfter(previous, tree, text, change));
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

/** Problems are computed immediately, the rest on demand. */
class ParsedText implements ParsedQuery {
  readonly problems: readonly Problem[];
  #query: Query | undefined;
  #outline: Outline | undefined;
  #commandsByPlace: ReadonlyMap<number, Command> | undefined;

  constructor(
    readonly text: string,
    readonly tree: Tree,
    readonly stretches: readonly ParsedStretch[],
  ) {
    this.problems = stretches
      .flatMap(({ problems }) => problems)
      .sort((one, other) => one.from - other.from || one.to - other.to);
  }

  get query(): Query {
    return (this.#query ??= {
      kind: 'query',
      from: 0,
      to: this.text.length,
      commands: this.stretches.flatMap(({ commands }) => commands),
    });
  }

  get outline(): Outline {
    return (this.#outline ??= {
      from: 0,
      to: this.text.length,
      segments: this.stretches.flatMap(({ segments }) => segments),
      strayBrackets: this.stretches.flatMap(({ strayBrackets }) => strayBrackets),
    });
  }

  get commandsByPlace(): ReadonlyMap<number, Command> {
    return (this.#commandsByPlace ??= new Map(
      this.stretches
        .flatMap(({ inner, commands }) => [...inner, ...commands])
        .map((command) => [command.from, command]),
    ));
  }
}
