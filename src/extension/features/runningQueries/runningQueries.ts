import type { QueryClient } from '../../../core/api/runningQuery';
import { isQueryRejection, UnreachableError } from '../../../core/api/errors';
import { runOwnQuery } from '../../../core/api/operations/queries';
import { fieldOf } from '../../../core/interface/optional';
import type { Integer64 } from '../../../core/base/integers';
import type { RawRecord } from '../../../core/interface/optional';
import { listedQueries, listQueries } from '../../../core/interface/listedQuery';
import type { ListedQuery } from '../../../core/interface/listedQuery';
import type { RowPage, Row, RowIcon } from '../../ui/explorer/explorerSection';
import type { Polled } from '../../ui/panels/polling';
import { isCancellation } from '../../ui/prompts/canceled';
import { listingDeadline, stateOf } from './pickQuery';
import { formatElapsed } from '../../../core/base/formatElapsed';
import { t } from '../../../core/base/localize';
import { shownText, shownUser } from '../../../core/privacy/hiddenValues';
import { formatPlatformTime } from '../../ui/format/formatTimestamp';
import { codeBlock, fieldList, inMarkdown, paragraphs } from '../../ui/format/markdown';
import { QueryItem } from './queryItem';

const maxRows = 500;
/** Milliseconds between two readings, also where only their number is shown, and after a rejected one. */
const readEvery = 3000;
const countEvery = 60_000;
const rejectedFor = 60_000;

/** The running queries of one connection. */
export class RunningQueries {
  /** Not before this time. */
  #next = 0;
  /** Whether the platform returns which account sends the request. */
  #knowsAccount = true;

  constructor(
    private readonly client: Pick<QueryClient, 'send'>,
    private readonly now: () => number = Date.now,
  ) {}

  async read(signal: AbortSignal): Promise<RowPage> {
    const queries = listedQueries(await this.#rows(signal)).filter(({ isOver }) => !isOver);
    const rows = queries.toSorted((one, other) => other.elapsed - one.elapsed).map(queryRow);
    this.#next = this.now() + readEvery;
    return { total: rows.length, rows };
  }

  /** Undefined if the list waits for a free slot itself, or the platform has none. */
  async count(signal: AbortSignal): Promise<Integer64 | undefined> {
    const deadline = AbortSignal.timeout(listingDeadline);
    try {
      return (await this.read(AbortSignal.any([signal, deadline]))).total;
    } catch (error) {
      if (deadline.aborted || isQueryRejection(error)) return undefined;
      throw error;
    }
  }

  /** Reads them at most as often as the interval of this list allows. */
  async poll(
    onDidRead: (page: RowPage) => void,
    signal: AbortSignal,
    isCollapsed: boolean,
  ): ReturnType<Polled['poll']> {
    const longer = isCollapsed && this.#next > 0 ? countEvery - readEvery : 0;
    if (this.now() < this.#next + longer) return 'rest';
    const deadline = AbortSignal.timeout(listingDeadline);
    try {
      onDidRead(await this.read(AbortSignal.any([signal, deadline])));
      return 'continue';
    } catch (error) {
      // If all slots are busy, the query that lists queries waits as well, and nothing else should wait for it.
      if (deadline.aborted) return 'rest';
      if (error instanceof UnreachableError || isCancellation(error)) throw error;
      this.#next = this.now() + rejectedFor;
      return 'rest';
    }
  }

  /** Something has changed: the next poll reads them. */
  expire(): void {
    this.#next = 0;
  }

  async #rows(signal: AbortSignal): Promise<readonly RawRecord[]> {
    const { client } = this;
    const range = { limit: maxRows };
    if (this.#knowsAccount) {
      try {
        return await client.send(runOwnQuery(listQueries, range), signal);
      } catch (error) {
        if (!isQueryRejection(error)) throw error;
        this.#knowsAccount = false;
      }
    }
    return client.send(runOwnQuery('system queries', range), signal);
  }
}

const maxText = 200;
const maxTooltip = 4000;

/** A running query: whose it is, since when, its results so far, and its text, which may be long. */
export function queryRow(query: ListedQuery): Row {
  const { id, text, user, source, elapsed } = query;
  const name = t('Query {0}', id);
  const line = text.slice(0, maxText).replace(/\s+/g, ' ').trim();
  const rows = rowsText(query);
  const description = (): string =>
    [
      query.isCanceled ? t('Cancel requested') : '',
      ...[shownUser(user), formatElapsed(elapsed), rows, source, shownText(line)],
    ]
      .filter((part) => part !== '')
      .join(' · ');
  // The platform tells when a query is not the user's own.
  const isOwn = query.isOwn !== false;
  return {
    id: String(id),
    label: name,
    description,
    icon: iconOf(query),
    contextValue: isOwn ? 'query.own' : 'query.other',
    accessibleLabel: () => `${name}, ${description()}`,
    tooltip: () =>
      paragraphs([
        inMarkdown`**${name}**`,
        fieldList([
          [t('User'), shownUser(user)],
          [t('Started'), formatPlatformTime(query.started)],
          [t('Elapsed'), formatElapsed(elapsed)],
          [t('Rows'), query.rows?.toLocaleString()],
          [t('Source'), source],
        ]),
        codeBlock(shownText(text).slice(0, maxTooltip), 'logbench-query'),
      ]),
    command: isOwn ? 'logbench.query.status' : undefined,
    deleteCommand: isOwn ? 'logbench.query.cancel' : undefined,
    value: new QueryItem(query),
  };
}

function rowsText({ rows }: ListedQuery): string {
  if (rows === undefined) return '';
  return rows === 1 ? t('1 row') : t('{0} rows', rows.toLocaleString());
}

const sourceIcons: Readonly<Record<string, string>> = {
  'scheduled-query': 'watch',
  'batch-rule': 'shield',
  system: 'server-process',
  core: 'server-process',
};

function iconOf(query: ListedQuery): RowIcon {
  const [state] = stateOf(query);
  return { name: query.isCanceled ? state : (fieldOf(sourceIcons, query.source) ?? state) };
}
