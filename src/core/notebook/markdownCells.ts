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
function withoutMargins(text: string) {
  const before = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(text)?.[0] ?? '';
  let last = text.length;
  while (last > before.length && ' \t\r\n'.includes(text[last - 1] ?? '')) last--;
  const lines = text.slice(last).search(/[\r\n]/);
  const to = lines === -1 ? text.length : last + lines;
  return { before, body: text.slice(before.length, to), after: text.slice(to) };
}

/**
 * Without the end of its last line, which is the margin of the first cell. Front matter that is not closed is text,
 * also if a later cell has such a line. A byte order mark belongs to it, also alone, because it is not part of the
 * first cell.
 */
function frontMatterOf(text: string): string {
  const found = findFrontMatter(text);
  if (
    found === undefined ||
    found.end === found.yaml.to ||
    hasFence(text.slice(found.yaml.from, found.yaml.to))
  )
    return text.startsWith(byteOrderMark) ? byteOrderMark : '';
  return text.slice(0, found.end).replace(/(?:\r\n|\r|\n)$/, '');
}

/** Which no YAML has at the start of a line. */
function hasFence(yaml: string): boolean {
  return /^(?:```|~~~[ \t]*lq(?=\s|$))/m.test(yaml);
}

interface Block {
  readonly kind: 'text' | 'query';
  readonly text: string;
}

/** Queries without the end of their last line, and the text between them. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = linesOf(text);
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

/**
 * What starts a block that contains other lines as they are: fenced code, a comment, preformatted text. `from` is the
 * first line that can end it, after its own.
 */
function blockStart(line: string) {
  const [, backticks, tildes] = fence.exec(line) ?? [];
  const opening = backticks ?? tildes;
  if (opening !== undefined) return { closing: opening, isEnd: closingFence(opening), from: 1 };
  const [, comment, tag] = htmlStart.exec(line) ?? [];
  if (comment !== undefined) return { closing: '-->', isEnd: /-->/, from: 0 };
  const closing = `</${tag}>`;
  return tag === undefined ? undefined : { closing, isEnd: new RegExp(closing, 'i'), from: 0 };
}

/** The index after a line, or after the block that it starts. */
function endOfBlock(lines: readonly string[], at: number): number {
  const first = lines[at] ?? '';
  const start = blockStart(first);
  if (start === undefined) return at + 1;
  const end = indexFrom(lines, at + start.from, (line) => start.isEnd.test(line));
  return queryFence.test(first) && summaryLine.test(lines[end] ?? '') ? end + 1 : end;
}

function closingFence(opening: string): RegExp {
  return new RegExp(`^ {0,3}${opening[0]}{${opening.length},}[ \\t]*(?:\\r\\n|\\r|\\n|$)`);
}

/** The index after the first line that ends a block, or after all lines. */
function indexFrom(lines: readonly string[], from: number, isLast: (line: string) => boolean): number {
  for (let at = from; at < lines.length; at++) if (isLast(lines[at] ?? '')) return at + 1;
  return lines.length;
}

/** The parts of a block that starts with a query fence, with the ends of lines. */
function partsOf(body: string) {
  const [opening = '', ...rest] = linesOf(body);
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
    text += marginOf(cell, cells[position - 1], frontMatter.endsWith('-'), end);
    text += printCell(cell, isLast, cell.source?.body.match(lineEnd)?.[0] ?? end);
  });
  return text + tail;
}

/** Of a new cell; its index is behind and before none. */
const noSource: CellSource = { index: Number.NaN, before: '', body: '', closed: true };

function printCell(cell: MarkdownCell, isLast: boolean, end: string): string {
  const { kind, value, source = noSource } = cell;
  const isKept = isUnchanged(cell) && (isLast || source.closed);
  if (kind === 'query') return isKept ? source.body : printQuery(cell, end);
  const text = isKept ? source.body : value.replace(lineEnd, end);
  return isLast ? text : closedText(text, end);
}

/** Ends a block at the end of a text, which would contain the next cell otherwise. */
function closedText(text: string, end: string): string {
  const lines = linesOf(text + end);
  let start = 0;
  for (let at = 0; at < lines.length; at = endOfBlock(lines, at)) start = at;
  const isOpen = endOfBlock([...lines, ''], start) > lines.length;
  return isOpen ? text + end + (blockStart(lines[start] ?? '')?.closing ?? '') : text;
}

/** That of the file; a new one has `\n`. */
function lineEndOf(frontMatter: string, cells: readonly MarkdownCell[], tail: string): string {
  const written = [frontMatter, tail, ...cells.map(({ source }) => source?.body ?? '')];
  return written.map((text) => text.match(lineEnd)?.[0]).find((end) => end !== undefined) ?? '\n';
}

/** As in the file behind the same cell; otherwise a blank line, without which two texts would be one. */
function marginOf(
  { source = noSource }: MarkdownCell,
  previous: MarkdownCell | undefined,
  hasFrontMatter: boolean,
  end: string,
): string {
  const { index } = previous?.source ?? noSource;
  if (previous !== undefined) return source.index === index + 1 ? source.before : `${end}${end}`;
  const before = source.index === 0 ? source.before : '';
  // Front matter that was added needs an end of its last line.
  return hasFrontMatter && !/^[ \t]*[\r\n]/.test(before) ? `${end}${end}` : before;
}

/** Line ends do not count: an editor has one kind of them. */
function isUnchanged({ kind, name, value, summary, source }: MarkdownCell): boolean {
  if (source === undefined) return false;
  const isQuery = queryFence.test(firstLine(source.body));
  if (kind === 'text') return !isQuery && sameText(value, source.body);
  const parsed = queryCell(source);
  return isQuery && sameText(value, parsed.value) && name === parsed.name && summary === parsed.summary;
}

/** With their ends. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\r\n|\r(?!\n)|\n)/);
}

function firstLine(text: string): string {
  return text.split(lineEnd, 1)[0] ?? '';
}

function sameText(one: string, other: string): boolean {
  return one === other || one.replace(lineEnd, '\n') === other.replace(lineEnd, '\n');
}

/** The lines of its fence stay as they are in the file, apart from the name. */
function printQuery({ name, value, summary, source = noSource }: MarkdownCell, end: string): string {
  const text = value.replace(lineEnd, end);
  const before = partsOf(queryFence.test(firstLine(source.body)) ? source.body : '```lq');
  const opening = firstLine(before.opening);
  const ticks = fenceFor(text, opening);
  const closing = opening.startsWith(ticks) ? firstLine(before.closing ?? ticks) : ticks;
  const lines = [
    withName(opening.replace(/^[`~]+/, ticks), name),
    ...(text === '' ? [] : [text]),
    closing,
    ...(summary === undefined ? [] : [`<!-- lq-result: ${summary} -->`]),
  ];
  return lines.join(end);
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
function fenceFor(text: string, opening: string): string {
  const ticks = /^[`~]+/.exec(opening)?.[0] ?? '';
  const sign = ticks.startsWith('~') ? '~' : '`';
  const runs = text.match(new RegExp(`^ {0,3}${sign}+`, 'gm')) ?? [];
  const longest = Math.max(0, ...runs.map((run) => run.trimStart().length));
  return longest < ticks.length ? ticks : sign.repeat(longest + 1);
}
