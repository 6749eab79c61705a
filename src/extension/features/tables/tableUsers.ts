import type { PlatformClient } from '../../../core/api/client';
import { namedTables } from '../../../core/language/services/namedTables';
import { matchesWildcard } from '../../../core/base/wildcard';
import { dependentsOf } from '../../../core/interface/dependents';
import { t } from '../../../core/base/localize';
import type { TableState, TableUser } from '../../../core/pages/tableMessages';
import type { Rule, RuleKind } from '../../../core/interface/rule';
import type { QueryRecords, UsedTables } from '../../ui/connections/queryRecords';
import { RecordPages } from '../../ui/connections/recordPages';
import type { UnknownRecords } from '../../ui/connections/recordPages';
import { describeFailure } from '../../ui/failures/failureText';
import { named } from '../../ui/format/formatTimestamp';
import { listRules } from '../../../core/api/operations/rules';

/** What is kept of a detection rule. */
interface RuleTables extends UsedTables {
  readonly guid: string;
  readonly name: string;
}

/** Milliseconds. Rules change seldom, and the page shows when they were read. */
const rulesFor = 600_000;

/** Who uses which table of a connection. Texts are read once, page by page, not for each table. */
export class TableUsers {
  readonly #rules: Readonly<Record<RuleKind, RecordPages<Rule, RuleTables>>>;

  constructor(
    private readonly queries: QueryRecords,
    client: () => Promise<PlatformClient>,
  ) {
    const pages = (kind: RuleKind): RecordPages<Rule, RuleTables> =>
      new RecordPages({
        request: async (query, signal) => (await client()).send(listRules(kind, query), signal),
        keep: tablesOfRule,
        onDidRead: () => undefined,
      });
    this.#rules = { batch: pages('batch'), stream: pages('stream') };
  }

  /** Forgets when they were read, because the user wants to see the current state. */
  expire(): void {
    for (const pages of [this.queries.pages, this.#rules.batch, this.#rules.stream]) pages.expire();
  }

  /** Reports what the role cannot read or the platform does not list. */
  async of(table: string, signal: AbortSignal): Promise<NonNullable<TableState['users']>> {
    const gaps: string[] = [];
    const attempt = async (
      pages: Pick<RecordPages<never, unknown>, 'unknown'>,
      read: () => Promise<readonly TableUser[]>,
      failed: (why: string) => string,
      incomplete: (why: string) => string,
    ): Promise<readonly TableUser[]> => {
      const items = await read().catch((error: unknown) => {
        if (!signal.aborted) gaps.push(failed(describeFailure(error).sentence));
      });
      const why = items && unknownText(pages.unknown);
      if (why !== undefined) gaps.push(incomplete(why));
      return items ?? [];
    };
    const found = await Promise.all([
      attempt(
        this.queries.pages,
        async () => {
          const queries = await this.queries.withTables(namedTables, signal);
          return queries.flatMap((query) => usersOf('scheduledQuery', query, query.tables, table));
        },
        (why) => t('Scheduled queries could not be checked. {0}', why),
        (why) => t('Not all scheduled queries could be checked. {0}', why),
      ),
      attempt(
        this.#rules.batch,
        async () => this.#rulesUsing(table, 'batch', signal),
        (why) => t('Batch rules could not be checked. {0}', why),
        (why) => t('Not all batch rules could be checked. {0}', why),
      ),
      attempt(
        this.#rules.stream,
        async () => this.#rulesUsing(table, 'stream', signal),
        (why) => t('Stream rules could not be checked. {0}', why),
        (why) => t('Not all stream rules could be checked. {0}', why),
      ),
    ]);
    return { items: found.flat(), gaps, asOf: this.#asOf() };
  }

  /** The scheduled queries that run after these, directly or indirectly. */
  runAfter(guids: readonly string[]): readonly { readonly name: string }[] {
    return dependentsOf(guids, this.queries.pages.all());
  }

  /** When the records were read that have not been read for longest. */
  #asOf(): number | null {
    const times = [this.queries.pages, this.#rules.batch, this.#rules.stream].flatMap(
      ({ oldest }) => oldest ?? [],
    );
    return times.length === 0 ? null : Math.min(...times.filter(Number.isFinite), Date.now());
  }

  async #rulesUsing(table: string, kind: RuleKind, signal: AbortSignal): Promise<readonly TableUser[]> {
    const pages = this.#rules[kind];
    await pages.fill(signal, rulesFor);
    return pages.all().flatMap((rule) => usersOf(`${kind}Rule`, rule, rule, table));
  }
}

/** What was not read, or is not as documented; undefined for nothing. */
function unknownText({ unread, total, malformed }: UnknownRecords): string | undefined {
  const texts = [
    ...(malformed.length === 0
      ? []
      : [t('Unexpected data: {0}.', named(malformed.map((name) => ({ name }))))]),
    ...(unread === 0
      ? []
      : [t('{0} of {1} were not read.', unread.toLocaleString(), total.toLocaleString())]),
  ];
  return texts.length === 0 ? undefined : texts.join(' ');
}

/** Whether it uses a table, by name or wildcard. */
function usersOf(
  kind: TableUser['kind'],
  { guid, name }: Pick<RuleTables, 'guid' | 'name'>,
  tables: UsedTables | undefined,
  table: string,
): readonly TableUser[] {
  const isNamed = (names: readonly string[] = []): boolean =>
    names.some((name) => matchesWildcard(name, table));
  const uses = [
    ...(isNamed(tables?.read) ? ['reads' as const] : []),
    ...(isNamed(tables?.written) ? ['writes' as const] : []),
  ];
  return uses.map((use) => ({ kind, guid, name, use }));
}

function tablesOfRule({ guid, name, raw }: Rule): RuleTables {
  const named = queriesOf(raw).map(namedTables);
  return {
    guid,
    name,
    read: named.flatMap(({ read }) => read),
    written: named.flatMap(({ written }) => written),
  };
}

/** A batch rule has a query; a stream rule has a list of commands, some of which contain one. */
function queriesOf(raw: Rule['raw']): readonly string[] {
  const commands: readonly unknown[] = Array.isArray(raw['commands']) ? raw['commands'] : [];
  return [raw, ...commands].flatMap((part) => {
    const { query } = Object(part) as { readonly query?: unknown };
    return typeof query === 'string' ? [query] : [];
  });
}
