import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { listQueryHistory } from '../../../core/api/operations/queries';
import type { PlatformClient } from '../../../core/api/client';
import { formatElapsed } from '../../../core/base/formatElapsed';
import { languageTag, t } from '../../../core/base/localize';
import { isOwnQuery } from '../../../core/interface/ownQueries';
import { ellipsized } from '../../../core/privacy/plainText';
import { shownText } from '../../../core/privacy/hiddenValues';
import { formatBriefly, formatPlatformTime } from '../../ui/format/formatTimestamp';
import type { HistoricQuery } from '../../../core/interface/cursor';
import type { Memory } from '../../ui/memory';
import type { Choice, SearchResult } from '../../ui/prompts/prompts';
import type { QueryRun } from './queryRun';

const memoryKey = 'logbench.queryHistory';
const maxEntries = 200;
const maxOfPlatform = 500;
/** Milliseconds for which the history of a platform is kept, and to wait for it if there are queries to show. */
const maxAge = 10_000;
const maxWait = 500;
/** Longer texts are not stored. */
const maxLength = 20_000;

const storedRun = z.object({
  text: z.string(),
  connection: z.string(),
  /** Epoch milliseconds. */
  ranAt: z.number(),
  /** `running` also for a run of which the window did not see the end. */
  outcome: z.enum(['running', 'finished', 'failed', 'cancelled']),
  elapsed: z.number(),
  rows: z.number(),
});
type StoredRun = Readonly<z.infer<typeof storedRun>>;
const storedRuns = z.catch(z.readonly(z.array(storedRun)), []);

/** A query that was run before, and the connection on which it ran. */
export interface PastQuery {
  readonly text: string;
  readonly connection: string;
}

/** The queries that were run in this VS Code, newest first, followed by the history of a platform. */
export class QueryHistory {
  #listed?: {
    readonly client: PlatformClient;
    readonly readAt: number;
    readonly items: Promise<readonly HistoricQuery[]>;
  };

  constructor(private readonly memory: Memory) {}

  /** Adds a run, and replaces earlier ones of the same text. Returns a function to call after each change of the run. */
  start(
    { text, connection }: PastQuery,
    now = Date.now(),
  ): (run: Pick<QueryRun, 'phase' | 'elapsed' | 'rowCount'>) => void {
    if (text.length > maxLength) return () => undefined;
    const begun = { text, connection, ranAt: now, outcome: 'running' as const, elapsed: 0, rows: 0 };
    this.#keep(begun);
    return this.#follow(begun);
  }

  /** The same for a query that was started before a reload. Parameters may precede the text that the user ran. */
  follow({ text, connection }: PastQuery): (run: Pick<QueryRun, 'phase' | 'elapsed' | 'rowCount'>) => void {
    const begun = this.#runs().find(
      (run) => run.outcome === 'running' && run.connection === connection && text.endsWith(run.text),
    );
    return begun === undefined ? () => undefined : this.#follow(begun);
  }

  #follow(begun: StoredRun): (run: Pick<QueryRun, 'phase' | 'elapsed' | 'rowCount'>) => void {
    let isEnded = false;
    return ({ phase, elapsed, rowCount }) => {
      if (isEnded || (phase !== 'finished' && phase !== 'failed' && phase !== 'cancelled')) return;
      isEnded = true;
      this.#keep({ ...begun, outcome: phase, elapsed, rows: rowCount });
    };
  }

  /** Queries that contain the words. Without a client, or if the platform has no history, only those run here. */
  async find(
    platform: { readonly client: PlatformClient; readonly name: string } | undefined,
    text: string,
    signal: AbortSignal,
  ): Promise<SearchResult<PastQuery>> {
    const runs = this.#runs();
    const listed = platform ? await this.#ofPlatform(platform.client, runs.length > 0) : [];
    signal.throwIfAborted();
    const ownTexts = new Set(runs.map((run) => run.text));
    const others = listed.filter((query) => !ownTexts.has(query.text) && !isOwnQuery(query.text));
    const choices = [
      ...runs.map((run) => choiceOf(run, describeRun(run), icons[run.outcome])),
      ...others.map(({ text, createdAt, source }) =>
        choiceOf({ text, connection: platform?.name ?? '' }, describe(createdAt, source), 'history'),
      ),
    ];
    const sought = text.toLowerCase();
    const found = choices.filter(({ value }) =>
      `${value.text} ${value.connection}`.toLowerCase().includes(sought),
    );
    return { total: found.length, choices: found };
  }

  /** Read once for the searches of a list. A platform that is slow or fails must not hide what was run here. */
  async #ofPlatform(client: PlatformClient, hasRuns: boolean): Promise<readonly HistoricQuery[]> {
    if (this.#listed?.client !== client || Date.now() - this.#listed.readAt > maxAge) {
      const items = client.send(listQueryHistory({ limit: maxOfPlatform })).then(
        (page) => page.items,
        () => [],
      );
      this.#listed = { client, readAt: Date.now(), items };
    }
    const { items } = this.#listed;
    return hasRuns ? Promise.race([items, setTimeout(maxWait, [])]) : items;
  }

  #runs(): readonly StoredRun[] {
    return storedRuns.parse(this.memory.get(memoryKey));
  }

  #keep(run: StoredRun): void {
    const others = this.#runs().filter(
      ({ text, connection }) => text !== run.text || connection !== run.connection,
    );
    void this.memory.update(memoryKey, [run, ...others].slice(0, maxEntries));
  }
}

const icons: Readonly<Record<StoredRun['outcome'], string>> = {
  running: 'history',
  finished: 'pass',
  failed: 'error',
  cancelled: 'circle-slash',
};

/** A query as one line of a list. Hidden values are masked before it is cut, because a part of one would be shown. */
export function queryLabel(text: string): string {
  return ellipsized(shownText(text).replace(/\s+/g, ' ').trim(), 200);
}

function choiceOf({ text, connection }: PastQuery, description: string, icon: string): Choice<PastQuery> {
  return { label: queryLabel(text), description, icon, value: { text, connection } };
}

function describeRun({ connection, ranAt, outcome, elapsed, rows }: StoredRun): string {
  const facts = [connection, formatBriefly(new Date(ranAt))];
  if (outcome === 'failed') facts.push(t('failed'));
  if (outcome === 'cancelled') facts.push(t('canceled'));
  if (outcome === 'finished') {
    const count = rows.toLocaleString(languageTag());
    facts.push(rows === 1 ? t('1 row') : t('{0} rows', count), formatElapsed(elapsed));
  }
  return facts.join(' · ');
}

function describe(createdAt: string | undefined, source: string | undefined): string {
  const time = formatPlatformTime(createdAt) ?? '';
  return source === 'assistant' ? t('{0}, by an assistant', time) : time;
}
