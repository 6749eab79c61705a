import { aggregates, commands, functions, signatureOf } from '../language/catalog/catalog';
import type { DescribedCommand } from '../language/catalog/catalog';
import type { FunctionEntry } from '../language/catalog/entry';
import { errorCodes } from '../language/errorCodes';
import { problemAt } from '../language/problem';
import type { ErrorKey } from '../language/errorCodes';
import { namesHere } from './otherLanguages';
import { recipes } from './recipes';
import type { Recipe } from './recipes';

/** The basic rules of queries. Short, because they are part of each response. */
export const languageRules = `A query is a sequence of commands separated by |; the rows of one are the input of the next; the first is a source such as table. Line breaks count as spaces.
- Strings are in double quotes only; escapes \\\\ \\" \\n \\r \\t.
- Options are name=value without spaces, before the arguments: table duration=1h limit=100 web_access. Spans: an integer and s m h d w mon y. Dates: the first digits of yyyyMMddHHmmss; from is included, to is not.
- Operators, in order of precedence: - (sign), * /, + -, >= <= > <, == !=, and, or. Lower-case and, or. No %, !, &&, ||, =, like, not operator: mod(), not(), ==. With == and != a string on the right can contain * (user == "adm*"). Case-sensitive. A comparison with null is false: isnull(), isnotnull(). Text is joined with concat().
- Subqueries are in [ … ] as the last argument of join, union, setq.
- A field name has letters, digits, _ and .; others: field("a b").
- Aggregates: stats count, sum(bytes) as total by user. Without "as", the column is named after the call.
- Rows of a table have _time, _table, _id, line and the fields of the log. Newest first.
- Comment: # text up to the next |. Parameters: set name = expr | … $("name").
Example: table duration=1d web_access | search status >= 500 and url == "/api/*" | stats count, dc(client_ip) as clients by url | sort limit=10 -count`;

export interface GuideEntry {
  readonly title: string;
  readonly text: string;
}

const maxEntries = 12;

/** The entries of the reference that match most words of a question. */
export function findInGuide(question: string): readonly GuideEntry[] {
  const words = [...new Set(question.toLowerCase().match(/[\p{L}\p{N}_-]+|\$/gu) ?? [])];
  const isAboutErrors = /\d{5}|error|problem|refused|[a-z]-[a-z]/i.test(question);
  const scored = allEntries()
    .filter(({ title }) => isAboutErrors || !title.startsWith('error '))
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  return scored.slice(0, maxEntries).map(({ entry }) => entry);
}

/** The whole reference as one text. */
export function wholeGuide(): string {
  const entries = allEntries().map(({ title, text }) => `## ${title}\n${text}`);
  return [`# The query language\n\n${languageRules}`, ...entries].join('\n\n');
}

let entries: readonly SearchedEntry[] | undefined;

interface SearchedEntry extends GuideEntry {
  readonly name: string;
  readonly searched: string;
}

function allEntries(): readonly SearchedEntry[] {
  return (entries ??= [
    ...commands.map(commandEntry),
    ...functions.map((entry) => functionEntry('function', entry)),
    ...aggregates.map((entry) => functionEntry('aggregate', entry)),
    ...recipes.map(recipeEntry),
    ...Object.keys(errorCodes).map((key) => errorEntry(key as ErrorKey)),
  ]);
}

function commandEntry(command: DescribedCommand): SearchedEntry {
  const { name, syntax, description, example, options, writes } = command;
  const text = [
    syntax,
    description.en,
    ...options.map((option) => {
      const { type } = option;
      return `option ${option.name}: ${type.type === 'choice' ? type.values.join('|') : type.type}. ${option.description.en}`;
    }),
    `Example: ${example}`,
    ...(writes ? ['Writes or sends: assistants cannot run it.'] : []),
  ].join('\n');
  return {
    name,
    title: `command ${name}`,
    text,
    searched: `${description.en} ${description.ko}`.toLowerCase(),
  };
}

function functionEntry(kind: string, entry: FunctionEntry): SearchedEntry {
  const { name, description, example } = entry;
  const text = `${signatureOf(entry)}\n${description.en}\nExample: ${example}`;
  return {
    name,
    title: `${kind} ${name}`,
    text,
    searched: `${description.en} ${description.ko}`.toLowerCase(),
  };
}

function recipeEntry({ title, keywords: words, query }: Recipe): SearchedEntry {
  return { name: title, title: `recipe: ${title}`, text: query, searched: `${title} ${words}` };
}

function errorEntry(key: ErrorKey): SearchedEntry {
  const code = errorCodes[key];
  const { message } = problemAt(key, { from: 0, to: 0 });
  return {
    name: String(code),
    title: `error ${code} ${key}`,
    text: message,
    searched: `${key} ${message}`.toLowerCase(),
  };
}

/** The name counts most, then words of the description; partial matches count only for long words. */
function scoreOf({ name, searched }: SearchedEntry, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    if (word === name) score += 10;
    else if (namesHere(word).includes(name)) score += 6;
    else if (word.length > 3 && searched.includes(word)) score += 2;
    else if (word.length > 3 && (name.includes(word) || word.startsWith(name))) score += 1;
  }
  return score;
}
