import { Refusal } from './refusal';

/** The commands of a query, without its comments. A `|` separates outside strings and brackets. */
export function splitPipeline(query: string): string[] {
  const commands: string[] = [];
  let rest = query;
  for (;;) {
    const isComment = /^\s*#/.test(rest);
    const end = endOfPart(rest, '|', !isComment);
    const part = rest.slice(0, end).trim();
    if (part === '' && query.trim() !== '') throw new Refusal('90003');
    if (!isComment && part !== '') commands.push(part);
    if (end >= rest.length) return commands;
    rest = rest.slice(end + 1);
  }
}

/** The parts of a list. Parentheses protect a comma. */
export function splitList(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.trim() !== '') {
    const end = endOfPart(rest, ',', true, '()[]');
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end + 1);
  }
  return parts;
}

/** Where a separator follows outside strings and brackets, or the end. In a comment, quotes mean nothing. */
function endOfPart(text: string, separator: string, hasStrings: boolean, brackets = '[]'): number {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (depth === 0 && character === separator) return index;
    if (hasStrings && character === '"') index += stringAt(text, index).length - 1;
    depth += nesting(character, brackets);
  }
  if (hasStrings && depth !== 0) throw mismatch(brackets);
  return text.length;
}

const mismatch = (brackets: string): Refusal => new Refusal(brackets === '[]' ? '90204' : '90202');

/** 1 for an opening bracket, -1 for a closing one. */
function nesting(character: string, brackets: string): number {
  const index = brackets.indexOf(character);
  return index < 0 ? 0 : 1 - (index % 2) * 2;
}

/** The string that begins at a position, with its quotes. */
export function stringAt(text: string, start: number): string {
  const found = /^"(?:[^"\\]|\\[^])*"/.exec(text.slice(start));
  if (!found) throw new Refusal('90002');
  return found[0];
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\', '"': '"', n: '\n', r: '\r', t: '\t' };

export function unquote(text: string): string {
  return text.slice(1, -1).replaceAll(/\\([^])/g, (_escape, character: string) => {
    const found = escapes[character];
    if (found === undefined) throw new Refusal('90400');
    return found;
  });
}

export interface Arguments {
  /** The values of the options, in quotes if they were written so. */
  readonly options: Readonly<Record<string, string>>;
  readonly rest: string;
}

/** The options that a command begins with. */
export function readOptions(text: string, names: readonly string[]): Arguments {
  const options: Record<string, string> = {};
  let rest = text.trim();
  for (;;) {
    const found = /^([a-z]+)=("(?:[^"\\]|\\[^])*"|\$\([^)]*(?:\([^)]*\))?\)|[^\s"$]+)(?=\s|$)/.exec(rest);
    const [whole = '', name = '', value = ''] = found ?? [];
    if (!found || !names.includes(name)) return { options, rest };
    options[name] = value;
    rest = rest.slice(whole.length).trim();
  }
}

/** The last `[ … ]` of a text and what stands before it. */
export function readSubquery(text: string): { readonly before: string; readonly query: string } {
  const start = text.indexOf('[');
  if (start < 0) throw new Refusal('90206');
  return { before: text.slice(0, start).trim(), query: text.slice(start + 1, text.lastIndexOf(']')) };
}

/** `F as NEW` or `F` alone. */
export function readAlias(text: string): { readonly name: string; readonly as: string } {
  const [, name = text, as = name] = /^([^]*?)\s+as\s+(\S+)$/.exec(text) ?? [];
  return { name: name.trim(), as };
}

/** The lists of fields after words such as `by`; the text before them is under the empty name. */
export function readClauses(text: string, words: readonly string[]): Readonly<Record<string, string>> {
  const clauses: Record<string, string> = {};
  let name = '';
  for (const part of text.split(new RegExp(`(?:^|\\s)(${words.join('|')})\\s`))) {
    if (words.includes(part)) name = part;
    else clauses[name] = part.trim();
  }
  return clauses;
}
