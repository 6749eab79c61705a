import { setImmediate as untilResponsive } from 'node:timers/promises';
import { t } from '../../../core/base/localize';
import { idOf, keyOf } from '../../ui/queryAddress';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import { isCancellation } from '../../ui/prompts/canceled';
import type { PlatformClient } from '../../../core/api/client';
import { isMissingOperation, PermissionError } from '../../../core/api/errors';
import { listRules } from '../../../core/api/operations/rules';
import { listScheduledQueries } from '../../../core/api/operations/scheduledQueries';
import { editableRuleText } from '../../../core/project/ruleDraft';
import type { Page } from '../../../core/interface/listPage';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { createContext, Script } from 'node:vm';

export interface SearchDeps {
  readonly platforms: Pick<Platforms, 'clientFor'>;
  /** All drafts of this machine. */
  readonly drafts: () => Promise<readonly SearchedText[]>;
}

/** More lines would not be read by anybody. */
const maxLines = 1000;

/** Searches texts one after the other, and keeps what it has found when it is canceled. */
export class TextSearch {
  readonly found: { readonly text: SearchedText; readonly matches: readonly TextMatch[] }[] = [];
  readonly omitted: string[] = [];
  readonly #drafts = new Set<string>();
  /** The number of texts that were searched. */
  count = 0;
  #lines = 0;

  constructor(
    private readonly deps: SearchDeps,
    private readonly find: FindMatches,
    private readonly sentenceOf: (error: unknown, connection: Connection) => string,
  ) {}

  async run(connections: readonly Connection[], signal: AbortSignal): Promise<void> {
    const names = new Set(connections.map(({ name }) => name));
    const drafts = (await this.deps.drafts()).filter(({ address }) => names.has(address.connection));
    for (const { address } of drafts) this.#drafts.add(keyOf(address));
    for await (const read of this.#texts(drafts, connections, signal)) {
      // An expression may take long for each text, and the window cannot respond meanwhile.
      await untilResponsive();
      signal.throwIfAborted();
      if ('omitted' in read) this.omitted.push(read.omitted);
      else if (!this.#search(read)) return;
    }
  }

  async *#texts(
    drafts: readonly SearchedText[],
    connections: readonly Connection[],
    signal: AbortSignal,
  ): AsyncGenerator<ReadText, void, void> {
    yield* drafts;
    for (const connection of connections) {
      try {
        yield* readTexts(await this.deps.platforms.clientFor(connection), connection.name, signal);
      } catch (error) {
        if (isCancellation(error) || signal.aborted) throw error;
        yield { omitted: this.sentenceOf(error, connection) };
      }
    }
  }

  hasDraft({ address }: SearchedText): boolean {
    return this.#drafts.has(keyOf(address));
  }

  /** Returns false when there are too many lines. */
  #search(text: SearchedText): boolean {
    this.count += 1;
    const matches = this.#matchesIn(text);
    const shown = matches.slice(0, maxLines - this.#lines);
    this.#lines += shown.length;
    if (shown.length > 0) this.found.push({ text, matches: shown });
    if (this.#lines < maxLines) return true;
    this.omitted.push(t('Only the first {0} lines are shown. Search for something longer.', maxLines));
    return false;
  }

  #matchesIn({ text, address }: SearchedText): readonly TextMatch[] {
    try {
      return this.find(text);
    } catch (error) {
      if (!(error instanceof ExpensivePatternError)) throw error;
      throw new ExplainedError(`${idOf(address)}: ${error.message}`, { cause: error });
    }
  }
}

/** The text of a scheduled query, a rule or a draft. */
export interface SearchedText extends ShownQuery {
  readonly text: string;
  readonly isDraft: boolean;
}

/** A text, or why a part of a platform was not read. */
type ReadText = SearchedText | { readonly omitted: string };

const pageSize = 200;
/** As many as a window keeps of a list. */
const maxRecords = 20_000;

/** The texts of a platform, page by page: its scheduled queries, then its rules. */
async function* readTexts(
  client: PlatformClient,
  connection: string,
  signal: AbortSignal,
): AsyncGenerator<ReadText, void, void> {
  const queries = inPages(async (range) => client.send(listScheduledQueries(range), signal));
  yield* unlessOmitted(connection, t('scheduled queries'), async function* () {
    for await (const { guid, name, query: text } of queries) {
      yield { address: { connection, guid: guid.toLowerCase() }, name, text, isDraft: false };
    }
  });
  for (const rule of ['batch', 'stream'] as const) {
    const rules = inPages(async (range) => client.send(listRules(rule, range), signal));
    yield* unlessOmitted(
      connection,
      rule === 'batch' ? t('batch rules') : t('stream rules'),
      async function* () {
        for await (const { guid, name, raw } of rules) {
          const text = editableRuleText(rule, raw);
          yield { address: { connection, guid: guid.toLowerCase(), rule }, name, text, isDraft: false };
        }
      },
    );
  }
}

async function* inPages<Item>(
  read: (range: { readonly offset: number; readonly limit: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, void> {
  for (let offset = 0; offset < maxRecords;) {
    const { items, malformed, total } = await read({ offset, limit: pageSize });
    yield* items;
    offset += items.length + malformed.length;
    if (items.length + malformed.length === 0 || offset >= Number(total)) return;
  }
}

/** A role may not read everything, and a platform may not list everything. */
async function* unlessOmitted(
  connection: string,
  what: string,
  read: () => AsyncGenerator<SearchedText, void, void>,
): AsyncGenerator<ReadText, void, void> {
  try {
    yield* read();
  } catch (error) {
    if (isMissingOperation(error)) yield { omitted: t('{0} does not list its {1}.', connection, what) };
    else if (error instanceof PermissionError) {
      const role = error.requiredRole;
      yield { omitted: t('{0}: reading {1} requires the role {2}.', connection, what, role) };
    } else throw error;
  }
}

/** A line of a text that matches. */
export interface TextMatch {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units as in editors. */
  readonly column: number;
  readonly text: string;
}

/** Finds the lines of a text that match. Throws `ExpensivePatternError` for an expression that takes too long. */
export type FindMatches = (text: string) => readonly TextMatch[];

/** A regular expression that would keep the window busy. */
export class ExpensivePatternError extends Error {
  override readonly name = 'ExpensivePatternError';
}

/** How long an expression may take for one text, in milliseconds. */
const maxTime = 1000;

/** What to search for: a word, whatever its case, or a regular expression between slashes. */
export function parsePattern(input: string): FindMatches | { readonly problem: string } {
  const [, source, flags = ''] = /^\/(.+)\/([imsu]*)$/s.exec(input.trim()) ?? [];
  if (source === undefined) {
    const word = input.trim().toLowerCase();
    if (word === '') return { problem: t('Enter what to search for.') };
    return (text) => matchesIn(linesOf(text), (line) => line.toLowerCase().indexOf(word));
  }
  try {
    // Checked here, because its errors say what is wrong.
    new RegExp(source, flags);
  } catch (error) {
    return {
      problem: t('This is not a valid regular expression: {0}', error instanceof Error ? error.message : ''),
    };
  }
  return (text) => inLinesByExpression(text, source, flags);
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

function matchesIn(
  lines: readonly string[],
  find: (line: string, index: number) => number,
): readonly TextMatch[] {
  return lines.flatMap((line, index) => {
    const at = find(line, index);
    return at < 0 ? [] : [{ line: index + 1, column: at + 1, text: line }];
  });
}

/** In a context of its own, because only there an expression that backtracks without end can be stopped. */
function inLinesByExpression(text: string, source: string, flags: string): readonly TextMatch[] {
  const lines = linesOf(text);
  const context = createContext({ source, flags, lines: JSON.stringify(lines) });
  try {
    const found: unknown = script.runInContext(context, { timeout: maxTime });
    const columns: readonly unknown[] = Array.isArray(found) ? found : [];
    return matchesIn(lines, (_line, index) => Number(columns[index]));
  } catch (error) {
    // An error of that context is not an instance of the one here.
    const { code } = Object(error) as { readonly code?: unknown };
    if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new ExpensivePatternError(t('The expression takes too long. Make it simpler.'), { cause: error });
  }
}

const script = new Script('JSON.parse(lines).map((line) => line.search(new RegExp(source, flags)))');
