import type { Query } from './ast';
import { changedRange } from './changedRange';
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
  /** For incremental parsing of the next version of the text. */
  readonly sections: readonly ParsedSection[];
}

/**
 * Parses any text, including incomplete ones. Never throws: errors are in `problems`.
 *
 * @param previous the result for an earlier version of the text, whose common parts are reused.
 */
export function parseQuery(text: string, previous: EarlierParse = noText): ParsedQuery {
  try {
    return parsedText(text, sectionsAfter(previous, text));
  } catch (error) {
    // Thousands of nested brackets overflow the stack, which a server must survive.
    if (error instanceof RangeError) return tooDeep(text);
    throw error;
  }
}

type EarlierParse = Pick<ParsedQuery, 'text' | 'sections'>;

const noText: EarlierParse = { text: '', sections: [] };

function tooDeep(text: string): ParsedQuery {
  const whole = { from: 0, to: text.length };
  return {
    text,
    query: { kind: 'query', ...whole, commands: [] },
    problems: [problemAt('query-too-large', whole)],
    sections: [],
  };
}

/**
 * Parsing is from left to right, so everything that a pipe ended before the change is unchanged, and
 * everything after a pipe behind the change has only moved.
 */
function sectionsAfter(previous: EarlierParse, text: string): readonly ParsedSection[] {
  const { from, oldTo, newTo } = changedRange(previous.text, text);
  const by = newTo - oldTo;
  const known = previous.sections;
  // A comment does not end at a pipe that another one follows.
  const same = firstEndingAt(known, from - 1);
  const dependent = known.findIndex(({ reading }) => reading.looksAhead);
  const sections = known.slice(0, dependent < 0 ? same : Math.min(same, dependent));
  const scan = new OutlineScan(text, (sections.at(-1)?.pipe ?? -1) + 1);
  for (;;) {
    const section = new ParsedSection(readSection(text, scan.nextSection()), 0);
    sections.push(section);
    const { pipe } = section;
    if (pipe === undefined) return sections;
    const next = pipe < newTo ? known.length : firstEndingAt(known, pipe - by);
    if (known[next]?.pipe === pipe - by) return [...sections, ...movedBy(known.slice(next + 1), by)];
  }
}

function movedBy(sections: readonly ParsedSection[], by: number): readonly ParsedSection[] {
  return by === 0 ? sections : sections.map((section) => section.movedBy(by));
}

/** The query is put together on demand, because most features need only some of its sections. */
function parsedText(text: string, sections: readonly ParsedSection[]): ParsedQuery {
  const problems = sections.flatMap((section) => section.problems);
  return {
    text,
    sections,
    problems: problems.sort((one, other) => one.from - other.from || one.to - other.to),
    get query() {
      const commands = sections.flatMap((section) => section.commands);
      return { kind: 'query' as const, from: 0, to: text.length, commands };
    },
  };
}
