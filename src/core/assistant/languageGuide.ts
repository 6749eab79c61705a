import { aggregates, commands, functions, inKorean, signatureOf } from '../language/catalog/catalog';
import type { DescribedCommand } from '../language/catalog/catalog';
import type { FunctionEntry } from '../language/catalog/entry';
import { errorCodes } from '../language/errorCodes';
import type { ErrorKey } from '../language/errorCodes';
import { problemAt } from '../language/problem';
import { namesHere } from './otherLanguages';

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

interface GuideEntry {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly searched: string;
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

let entries: readonly GuideEntry[] | undefined;

function allEntries(): readonly GuideEntry[] {
  return (entries ??= [
    ...commands.map(commandEntry),
    ...functions.map((entry) => functionEntry('function', entry)),
    ...aggregates.map((entry) => functionEntry('aggregate', entry)),
    ...recipes.map(recipeEntry),
    ...Object.keys(errorCodes).map((key) => errorEntry(key as ErrorKey)),
  ]);
}

function commandEntry(command: DescribedCommand): GuideEntry {
  const { syntax, description, example, options, writes } = command;
  const text = [
    syntax,
    description,
    ...options.map((option) => {
      const { type } = option;
      return `option ${option.name}: ${type.type === 'choice' ? type.values.join('|') : type.type}. ${option.description}`;
    }),
    ...(example === '' ? [] : [`Example: ${example}`]),
    ...(writes ? ['Writes or sends: assistants cannot run it.'] : []),
  ].join('\n');
  return describedEntry('command', command, text);
}

function functionEntry(kind: string, entry: FunctionEntry): GuideEntry {
  const text = `${signatureOf(entry)}\n${entry.description}\nExample: ${entry.example}`;
  return describedEntry(kind, entry, text);
}

function describedEntry(
  kind: string,
  { name, description }: DescribedCommand | FunctionEntry,
  text: string,
): GuideEntry {
  const searched = `${description} ${inKorean(description)}`.toLowerCase();
  return { name, title: `${kind} ${name}`, text, searched };
}

function recipeEntry({ title, keywords: words, query }: (typeof recipes)[number]): GuideEntry {
  return { name: title, title: `recipe: ${title}`, text: query, searched: `${title} ${words}` };
}

function errorEntry(key: ErrorKey): GuideEntry {
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
function scoreOf({ name, searched }: GuideEntry, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    if (word === name) score += 10;
    else if (namesHere(word).includes(name)) score += 6;
    else if (word.length > 3 && searched.includes(word)) score += 2;
    else if (word.length > 3 && (name.includes(word) || word.startsWith(name))) score += 1;
  }
  return score;
}

/** Complete queries for common tasks, with the search terms. Tables and fields are examples. */
export const recipes = [
  {
    title: 'many failures from one source',
    keywords:
      'brute force password spraying failed logins logons attempts count threshold above per user address',
    query:
      'table duration=10m logons | search outcome == "failure" | stats count as failures, dc(user) as users by src_ip | search failures >= 20 | sort -failures',
  },
  {
    title: 'failures followed by success',
    keywords: 'brute force succeeded successful login after failed sequence followed',
    query:
      'table duration=1h logons | search outcome == "failure" | stats count as failures by user, src_ip | search failures >= 10 | join user, src_ip [ table duration=1h logons | search outcome == "success" | stats count as successes by user, src_ip ]',
  },
  {
    title: 'rare values and when they were first seen',
    keywords: 'rare unusual new first seen never before anomaly outlier process',
    query:
      'table duration=30d processes | stats count, min(_time) as first_seen by process | search count <= 3 | sort count',
  },
  {
    title: 'the most frequent or largest',
    keywords: 'top most frequent largest biggest ranking bytes',
    query: 'table duration=1d web_access | stats count, sum(bytes) as bytes by url | sort limit=10 -bytes',
  },
  {
    title: 'counts over time',
    keywords: 'over time trend histogram bucket per hour day chart rate error',
    query:
      'table duration=1d web_access | eval failed = if(status >= 500, 1, 0) | timechart span=1h count, sum(failed) as failed',
  },
  {
    title: 'rows that another table does not have',
    keywords: 'not in list exclude allowlist missing other table compare except unknown',
    query: 'table duration=1h connections | join type=leftonly dst_ip [ table known_hosts | fields dst_ip ]',
  },
  {
    title: 'fields out of raw text',
    keywords: 'extract regex regular expression parse raw line text capture',
    query:
      'table duration=1h messages | rex field=line "user=(?<user>\\S+)" | search isnotnull(user) | stats count by user',
  },
  {
    title: 'sources that have gone silent',
    keywords: 'silent stopped missing no longer sending heartbeat host source freshness late',
    query:
      'table duration=1d messages | stats max(_time) as last_seen by host | search last_seen < ago("1h") | sort last_seen',
  },
  {
    title: 'outside office hours',
    keywords: 'night weekend outside office working hours time of day unusual',
    query:
      'table duration=1d logons | eval hour = datepart(_time, "hour") | search hour < 7 or hour > 20 | stats count by user',
  },
] as const;
