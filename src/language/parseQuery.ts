import { Tree, TreeFragment } from '@lezer/common';
import type { Query } from './ast';
import { changedRange } from './changedRange';
import type { ChangedRange } from './changedRange';
import { parser } from './grammar.generated';
import { firstEndingAt, ParsedSection } from './parsedSection';
import { problemAt } from './problem';
import type { Problem } from './problem';
import { readSection } from './readSection';
import { OutlineScan } from './outlineScan';

export interface ParsedQuery {
  readonly text: string;
  readonly query: Query;
  /** In order of the text. Empty for a valid query. */
  readonly problems: readonly Problem[];
  /** With the sections, for incremental parsing of the next version of the text. */
  readonly tree: Tree;
  readonly sections: readonly ParsedSection[];
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
    sections: [],
  };
}

function parseWhole(text: string): ParsedQuery {
  const tree = parser.parse(text);
  return parsedText(text, tree, sectionsOf(tree, text));
}

function parseAfter(previous: ParsedQuery, text: string): ParsedQuery {
  const change = changedRange(previous.text, text);
  const { from, oldTo, newTo } = change;
  const range = { fromA: from, toA: oldTo, fromB: from, toB: newTo };
  const fragments = TreeFragment.applyChanges(TreeFragment.addTree(previous.tree), [range]);
  const tree = parser.parse(text, fragments);
  return parsedText(text, tree, sectionsAfter(previous, tree, text, change));
}

function sectionsOf(tree: Tree, text: string): readonly ParsedSection[] {
  const sections: ParsedSection[] = [];
  const scan = new OutlineScan(tree, text);
  let section: ParsedSection;
  do sections.push((section = readNext(scan, text)));
  while (section.pipe !== undefined);
  return sections;
}

function readNext(scan: OutlineScan, text: string): ParsedSection {
  return new ParsedSection(readSection(text, scan.nextSection()), 0);
}

/**
 * Parsing is from left to right, so everything that a pipe ended before the change is unchanged, and
 * everything after a pipe behind the change has only moved.
 */
function sectionsAfter(
  previous: ParsedQuery,
  tree: Tree,
  text: string,
  { from, oldTo, newTo }: ChangedRange,
): readonly ParsedSection[] {
  const by = newTo - oldTo;
  const known = previous.sections;
  const sections = known.slice(0, firstEndingAt(known, from));
  const scan = new OutlineScan(tree, text, (sections.at(-1)?.pipe ?? -1) + 1);
  for (;;) {
    const section = readNext(scan, text);
    sections.push(section);
    const { pipe } = section;
    if (pipe === undefined) return sections;
    const same = pipe < newTo ? known.length : firstEndingAt(known, pipe - by);
    if (known[same]?.pipe === pipe - by) return [...sections, ...movedBy(known.slice(same + 1), by)];
  }
}

function movedBy(sections: readonly ParsedSection[], by: number): readonly ParsedSection[] {
  return by === 0 ? sections : sections.map((section) => section.movedBy(by));
}

/** The query is put together on demand, because most features need only some of its sections. */
function parsedText(text: string, tree: Tree, sections: readonly ParsedSection[]): ParsedQuery {
  const problems = sections.flatMap((section) => section.problems);
  return {
    text,
    tree,
    sections,
    problems: problems.sort((one, other) => one.from - other.from || one.to - other.to),
    get query() {
      const commands = sections.flatMap((section) => section.commands);
      return { kind: 'query' as const, from: 0, to: text.length, commands };
    },
  };
}
