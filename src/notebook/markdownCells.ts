import { findFrontMatter } from '../language/frontMatter';

/** A notebook as its cells. Printed, unedited cells have the bytes that they were read from. */
export interface NotebookCells {
  /** With both `---` lines; empty if there is none. */
  readonly frontMatter: string;
  readonly cells: readonly MarkdownCell[];
  /** What follows the last cell: line ends and blank lines. */
  readonly tail: string;
}

export interface MarkdownCell {
  readonly kind: 'text' | 'query';
  /** The name by which later queries use the result; empty for none. */
  readonly name: string;
  readonly value: string;
  /** What is written about the last run; undefined for nothing. */
  readonly summary?: string | undefined;
  /** Where it comes from; undefined for a new cell. */
  readonly source?: CellSource | undefined;
}

/** The text from which a cell was read. */
export interface CellSource {
  /** Its position among the cells of the file. */
  readonly index: number;
  /** The line ends and blank lines before it. */
  readonly before: string;
  readonly body: string;
  /** Whether the fence of a query has an end; one without ends with the file. */
  readonly closed: boolean;
}

/** Reads any text: there is no invalid Markdown. */
export function parseNotebook(text: string): NotebookCells {
  const frontMatter = frontMatterOf(text);
  const cells: MarkdownCell[] = [];
  let pending = '';
  for (const { kind, text: block } of blocksOf(text.slice(frontMatter.length))) {
    const { before, body, after } =
      kind === 'text' ? withoutMargins(block) : { before: '', body: block, after: '' };
    if (body === '') pending += block;
    else {
      const source = { index: cells.length, before: pending + before, body, closed: true };
      cells.push(kind === 'text' ? { kind, name: '', value: body, source } : queryCell(source));
      pending = after;
    }
  }
  return { frontMatter, cells, tail: pending };
}

const lineEnd = /\r\n|\r|\n/g;
const byteOrderMark = '\uFEFF';

/** Blank lines, what is between them, line ends and blank lines. */
function withoutMargins(text: string): {
  readonly before: string;
  readonly body: string;
  readonly after: string;
} {
  const before = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(text)?.[0] ?? '';
  let last = text.length;
  while (last > before.length && ' \t\r\n'.includes(text[last - 1] ?? '')) last--;
  const lines = text.slice(last).search(/[\r\n]/);
  const to = lines === -1 ? text.length : last + lines;
  return { before, body: text.slice(before.length, to), after: text.slice(to) };
}

/**
 * Without the end of its last line, which is the margin of the first cell. Front matter that is not closed is text.
 * A byte order mark belongs to it, also alone, because it is not part of the first cell.
 */
function frontMatterOf(text: string): string {
  const found = findFrontMatter(text);
  if (found === undefined || found.end === found.yaml.to)
    return text.startsWith(byteOrderMark) ? byteOrderMark : '';
  return text.slice(0, found.end).replace(/(?:\r\n|\r|\n)$/, '');
}

interface Block {
  readonly kind: 'text' | 'query';
  readonly text: string;
}

/** Queries without the end of their last line, and the text between them. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/);
  let passage = '';
  for (let at = 0; at < lines.length;) {
    const to = endOfBlock(lines, at);
    const block = lines.slice(at, to).join('');
    if (queryFence.test(lines[at] ?? '')) {
      const end = to < lines.length || isClosed(block) ? (/(?:\r\n|\r|\n)$/.exec(block)?.[0] ?? '') : '';
      blocks.push(
        { kind: 'text', text: passage },
        { kind: 'query', text: block.slice(0, block.length - end.length) },
      );
      passage = end;
    } else passage += block;
    at = to;
  }
  return [...blocks, { kind: 'text', text: passage }];
}

const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/s;
/** Only at the start of a line: an indented one may belong to a list. */
const queryFence = /^(?:(`{3,})[ \t]*lq(?=\s|$)[^`]*|(~{3,})[ \t]*lq(?=\s|$).*)$/s;
const summaryLine = /^<!-- lq-result: (.*) -->[ \t]*(?:\r\n|\r|\n|$)/;
const htmlStart = /^ {0,3}<(?:(!--)|(pre|script|style|textarea)(?=[\s>]|$))/i;

/** The line after a block that contains other lines as they are: fenced code, a comment, preformatted text. */
function endOfBlock(lines: readonly string[], at: number): number {
  const first = lines[at] ?? '';
  const opening = fence.exec(first);
  if (opening) {
    const mark = opening[1] ?? opening[2] ?? '';
    const isEnd = closingFence(mark);
    const end = indexFrom(lines, at + 1, (line) => isEnd.test(line));
    return queryFence.test(first) && summaryLine.test(lines[end] ?? '') ? end + 1 : end;
  }
  const html = htmlStart.exec(first);
  if (!html) return at + 1;
  const end = html[1] === undefined ? new RegExp(`</${html[2]}>`, 'i') : /-->/;
  return indexFrom(lines, at, (line) => end.test(line));
}

function closingFence(mark: string): RegExp {
  return new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*(?:\\r\\n|\\r|\\n|$)`);
}

/** The index after the first line that ends a block, or after all lines. */
function indexFrom(lines: readonly string[], from: number, isLast: (line: string) => boolean): number {
  for (let at = from; at < lines.length; at++) if (isLast(lines[at] ?? '')) return at + 1;
  return lines.length;
}

interface QueryBlock {
  readonly opening: string;
  readonly lines: readonly string[];
  readonly closing: string | undefined;
  readonly summary: string | undefined;
}

/** The parts of a block that starts with a query fence, with the ends of lines. */
function partsOf(body: string): QueryBlock {
  const [opening = '', ...rest] = body.split(/(?<=\r\n|\r(?!\n)|\n)/);
  const [, backticks, tildes = ''] = queryFence.exec(opening) ?? [];
  const isEnd = closingFence(backticks ?? tildes);
  const end = rest.findIndex((line) => isEnd.test(line));
  if (end === -1) return { opening, lines: rest, closing: undefined, summary: undefined };
  const summary = summaryLine.exec(rest[end + 1] ?? '')?.[1];
  return { opening, lines: rest.slice(0, end), closing: rest[end], summary };
}

function isClosed(body: string): boolean {
  return partsOf(body).closing !== undefined;
}

function queryCell(source: CellSource): MarkdownCell {
  const { opening, lines, closing, summary } = partsOf(source.body);
  const value = lines.join('');
  const closed = closing !== undefined;
  return {
    kind: 'query',
    name: namePattern.exec(opening)?.[1] ?? '',
    value: closed ? value.replace(/(?:\r\n|\r|\n)$/, '') : value,
    ...(summary === undefined ? {} : { summary }),
    source: { ...source, closed },
  };
}

const namePattern = /[ \t]name=([\p{L}_][\p{L}\p{N}_-]*)(?=\s|$)/u;

export function printNotebook({ frontMatter, cells, tail }: NotebookCells): string {
  const end = lineEndOf(frontMatter, cells, tail);
  let text = frontMatter;
  cells.forEach((cell, position) => {
    const isLast = position === cells.length - 1;
    const ownEnd = cell.source?.body.match(lineEnd)?.[0] ?? end;
    text += marginOf(cell, cells[position - 1], frontMatter.endsWith('-') ? `${end}${end}` : '', end);
    const isKept = isUnchanged(cell) && (isLast || cell.source?.closed === true);
    const body = isKept ? (cell.source?.body ?? '') : printCell(cell, ownEnd);
    text += cell.kind === 'text' && !isLast ? closedText(body, ownEnd) : body;
  });
  return text + tail;
}

/** Ends a block at the end of a text, which would contain the next cell otherwise. */
function closedText(text: string, end: string): string {
  const lines = text.split(/(?<=\r\n|\r(?!\n)|\n)/);
  let start = 0;
  for (let at = 0; at < lines.length; at = endOfBlock(lines, at)) start = at;
  const [first = '', last = ''] = [lines[start], lines.at(-1)];
  const [, backticks, tildes = ''] = fence.exec(first) ?? [];
  const mark = backticks ?? tildes;
  if (mark !== '')
    return start < lines.length - 1 && closingFence(mark).test(last) ? text : `${text}${end}${mark}`;
  const [html, comment, tag] = htmlStart.exec(first) ?? [];
  const closing = comment === undefined ? `</${tag}>` : '-->';
  return html === undefined || last.toLowerCase().includes(closing.toLowerCase())
    ? text
    : `${text}${end}${closing}`;
}

/** That of the file; a new one has `\n`. */
function lineEndOf(frontMatter: string, cells: readonly MarkdownCell[], tail: string): string {
  const written = [frontMatter, tail, ...cells.map(({ source }) => source?.body ?? '')];
  return written.map((text) => text.match(lineEnd)?.[0]).find((end) => end !== undefined) ?? '\n';
}

/** As in the file behind the same cell; otherwise a blank line, without which two texts would be one. */
function marginOf(
  { source }: MarkdownCell,
  previous: MarkdownCell | undefined,
  atStart: string,
  end: string,
): string {
  const expected = previous === undefined ? 0 : (previous.source?.index ?? -2) + 1;
  // Front matter that was added needs an end of its last line.
  const isApart = previous !== undefined || atStart === '' || /^[ \t]*[\r\n]/.test(source?.before ?? '');
  if (source?.index === expected && isApart) return source.before;
  return previous === undefined ? atStart : `${end}${end}`;
}

/** Line ends do not count: an editor has one kind of them. */
function isUnchanged({ kind, name, value, summary, source }: MarkdownCell): boolean {
  if (source === undefined) return false;
  const isQuery = queryFence.test(firstLine(source.body));
  if (kind === 'text') return !isQuery && sameText(value, source.body);
  const parsed = queryCell(source);
  return isQuery && sameText(value, parsed.value) && name === parsed.name && summary === parsed.summary;
}

function firstLine(text: string): string {
  return text.split(lineEnd, 1)[0] ?? '';
}

function sameText(one: string, other: string): boolean {
  return one === other || one.replace(lineEnd, '\n') === other.replace(lineEnd, '\n');
}

/** The lines of its fence stay as they are in the file, apart from the name. */
function printCell({ kind, name, value, summary, source }: MarkdownCell, end: string): string {
  const text = value.replace(lineEnd, end);
  if (kind === 'text') return text;
  const { opening, closing = '' } = partsOf(
    queryFence.test(firstLine(source?.body ?? '')) ? (source?.body ?? '') : '',
  );
  const mark = fenceFor(text, source);
  const isKept = firstLine(opening).startsWith(mark) && firstLine(closing) !== '';
  const lines = [
    withName(firstLine(opening).replace(/^[`~]+/, mark) || `${mark}lq`, name),
    ...(text === '' ? [] : [text]),
    isKept ? firstLine(closing) : mark,
  ];
  return [...lines, ...(summary === undefined ? [] : [`<!-- lq-result: ${summary} -->`])].join(end);
}

function withName(opening: string, name: string): string {
  const label = name === '' ? '' : ` name=${name}`;
  const [, before] = namePattern.exec(opening) ?? [];
  if (before === name) return opening;
  return before === undefined
    ? opening.replace(/^[`~]+[ \t]*lq/, `$&${label}`)
    : opening.replace(namePattern, label);
}

/** The fence of the file, if no line of the query ends it; otherwise a longer one. */
function fenceFor(text: string, source: CellSource | undefined): string {
  const [, backticks, tildes] = queryFence.exec(firstLine(source?.body ?? '')) ?? [];
  const mark = backticks ?? tildes ?? '```';
  const sign = mark.startsWith('~') ? '~' : '`';
  const runs = text.match(new RegExp(`^ {0,3}${sign}+`, 'gm')) ?? [];
  const longest = Math.max(0, ...runs.map((run) => run.trimStart().length));
  return longest < mark.length ? mark : sign.repeat(longest + 1);
}
