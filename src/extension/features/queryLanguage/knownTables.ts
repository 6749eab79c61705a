import type { PlatformClient } from '../../../core/api/client';
import { NameCache } from '../../../core/api/nameCache';
import { converterOf, fieldsIn, sampleRows } from '../../../core/api/tableFields';
import { ruleReferences } from '../../../core/api/readRuleReferences';
import { listTableNames, maxTableNames } from '../../../core/api/tableNames';
import type { CompletionProviders } from '../../../core/language/services/completionItems';
import type { RawRecord } from '../../../core/interface/optional';
import type { RuleKind } from '../../../core/interface/rule';
import type { RuleReference } from '../../../core/interface/ruleReferences';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { SeenValues } from '../../ui/connections/seenValues';
import { settlesWithin } from '../../ui/prompts/lateProgress';

const tablesFor = 20_000;
const fieldsFor = 10 * 60_000;
const referencesFor = 60_000;

/**
 * Whether names are requested for a document with this scheme: the fields of a table are read with a query, and in a
 * workspace that is not trusted, somebody else may have written the name of the table.
 */
export function mayRequestNames(scheme: string, isTrusted: boolean): boolean {
  return isTrusted || scheme === 'logbench' || scheme === 'untitled';
}

/** A field of a table, and what converts its texts to the numbers that they are. */
export interface KnownField {
  readonly name: string;
  readonly converter: ReturnType<typeof converterOf>;
}

/** Names of tables and their fields, and what rules can refer to, for completion. */
export class KnownTables {
  readonly #names: NameCache;
  readonly #fields: NameCache<KnownField>;
  readonly #references: NameCache<RuleReference>;

  /** @param read receives the rows from which the fields were read. */
  constructor(
    client: () => Promise<PlatformClient>,
    now?: () => number,
    private readonly read: (table: string, rows: readonly RawRecord[]) => void = () => undefined,
  ) {
    this.#names = new NameCache(client, now);
    this.#fields = new NameCache(client, now);
    this.#references = new NameCache(client, now);
  }

  async tables(): Promise<readonly string[]> {
    return this.#names.keep('tables', tablesFor, async (client) => listTableNames(client));
  }

  /** Names to check queries against, by default without a request. Empty if the list may be incomplete. */
  async allTables(isRequested: boolean): Promise<readonly string[]> {
    const names = await (isRequested ? this.tables() : this.#names.cached('tables'));
    return names.length >= maxTableNames ? [] : names;
  }

  async fieldsOf(table: string): Promise<readonly string[]> {
    return (await this.checkedFields(table, true)).map(({ name }) => name);
  }

  /** Fields to check queries against, by default without a request. Empty if they are unknown. */
  async checkedFields(table: string, isRequested: boolean): Promise<readonly KnownField[]> {
    if (!isRequested) return this.#fields.cached(table);
    return this.#fields.keep(table, fieldsFor, async (client) => {
      const rows = await sampleRows(client, table);
      this.read(table, rows);
      return fieldsIn(rows).map((field) => ({ name: field.name, converter: converterOf(field) }));
    });
  }

  /** The objects of the platform that rules of a kind can refer to. */
  async references(kind: RuleKind): Promise<readonly RuleReference[]> {
    return this.#references.keep(kind, referencesFor, async (client) => ruleReferences(client, kind));
  }
}

/** The names of each connection. Another platform under the same name has its own. */
export class TablesOfConnections {
  readonly #tables = new Map<string, KnownTables>();

  constructor(
    private readonly platforms: Pick<Platforms, 'clientFor'>,
    private readonly seen: Pick<SeenValues, 'addRows'>,
  ) {}

  of(connection: Connection | undefined): KnownTables | undefined {
    if (connection === undefined) return undefined;
    const key = `${connection.name} ${connection.baseUrl}`;
    const cached = this.#tables.get(key);
    if (cached) return cached;
    const tables = new KnownTables(
      async () => this.platforms.clientFor(connection),
      undefined,
      (table, rows) => this.seen.addRows(connection, table, rows),
    );
    this.#tables.set(key, tables);
    return tables;
  }

  /** Connections or keys have changed, so requests that failed may succeed. */
  forget(): void {
    this.#tables.clear();
  }
}

/** Milliseconds that completion waits for names: too short to be noticed. */
const lookupTimeout = 150;

/** Names for one completion list that are available immediately: typing never waits for a platform. */
export class PromptNames implements CompletionProviders {
  /** Resolves when late names have arrived; undefined if none are late. */
  late: Promise<unknown> | undefined;

  constructor(
    private readonly names: Pick<KnownTables, 'tables' | 'fieldsOf'>,
    private readonly milliseconds = lookupTimeout,
  ) {}

  async tables(): Promise<readonly string[]> {
    return this.#atOnce(this.names.tables());
  }

  async fieldsOf(table: string): Promise<readonly string[]> {
    return this.#atOnce(this.names.fieldsOf(table));
  }

  async #atOnce(asked: Promise<readonly string[]>): Promise<readonly string[]> {
    if (await settlesWithin(asked, this.milliseconds)) return asked;
    this.late = Promise.all([this.late, asked]);
    return [];
  }
}
