import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { compareStoredNames } from '../../core/base/compareNames';
import { t } from '../../core/base/localize';
import type { RuleKind } from '../../core/interface/rule';
import { illegalState } from '../errors';
import { restoreFailures, withReferenceNames } from '../rules/missingReferences';
import type { RestoreFailure, RuleConfiguration } from '../rules/missingReferences';
import type { References } from './references';
import { appendRows, mapColumn, parseRows } from './sqlValue';
import type { InTransaction, Store, Transaction } from './store';

const ruleRow = z.object({
  guid: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  configuration: mapColumn,
  userName: z.string(),
  created: z.date(),
  updated: z.date(),
});

const nameRow = z.object({ guid: z.string(), name: z.string() });

export type StoredRule = Readonly<z.infer<typeof ruleRow>>;

const versionRow = z.object({
  version: z.number(),
  created: z.date(),
  userName: z.string(),
  description: z.optional(z.string()),
  configuration: mapColumn,
});

export type StoredVersion = Readonly<z.infer<typeof versionRow>>;

export interface RuleChange {
  readonly configuration: RuleConfiguration & { readonly name: string };
  /** Undefined keeps the state; a new rule is disabled. */
  readonly enabled?: boolean | undefined;
  readonly userName: string;
  readonly description?: string | undefined;
  readonly timestamp?: Date | undefined;
}

/** Detection rules of both kinds with all their versions. */
export class Rules {
  constructor(private readonly database: Store) {}

  async find(kind: RuleKind, guid: string): Promise<StoredRule | undefined> {
    return parseRows(ruleRow, await this.database.read(selectRule, [kind, guid]))[0];
  }

  /** Sorted by name. Keywords match the name and the texts of the configuration. */
  async list(
    kind: RuleKind,
    keywords: string | undefined,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly total: number; readonly rules: readonly StoredRule[] }> {
    const searched = [
      'name',
      ...searchedFields.map((field) => `coalesce(configuration ->> '$.${field}', '')`),
    ];
    const matching = `FROM detection_rule WHERE kind = ? AND contains(lower(concat_ws(chr(10), ${searched.join(', ')})), lower(?))`;
    const parameters = [kind, keywords ?? ''];
    const named = parseRows(
      nameRow,
      await this.database.read(`SELECT guid, name ${matching}`, parameters),
    ).toSorted((one, other) => compareStoredNames(one.name, other.name));
    const guids = named.slice(page.offset, page.offset + page.limit).map(({ guid }) => guid);
    const rows = parseRows(ruleRow, await this.database.read(selectRules, [guids.join()]));
    const rules = rows.toSorted((one, other) => compareStoredNames(one.name, other.name));
    return { total: named.length, rules };
  }

  async versions(kind: RuleKind, guid: string): Promise<readonly StoredVersion[]> {
    const rows = await this.database.read(
      'SELECT * FROM rule_version WHERE rule_guid = ? ORDER BY version DESC',
      [guid],
    );
    if (!(await this.find(kind, guid))) throw ruleNotFound(kind, guid);
    return parseRows(versionRow, rows);
  }

  async create(kind: RuleKind, change: RuleChange, onCommit?: InTransaction<string>): Promise<string> {
    const guid = randomUUID();
    const timestamp = change.timestamp ?? new Date();
    await this.database.write(async (transaction) => {
      await requireFreeName(transaction, kind, guid, change.configuration.name);
      const { configuration, enabled = false, userName } = change;
      const values = [JSON.stringify(configuration), userName, timestamp, timestamp];
      await appendRows(transaction.connection, 'detection_rule', [
        [kind, guid, configuration.name, enabled, ...values],
      ]);
      await addVersion(transaction, guid, change);
      await onCommit?.(transaction, guid);
    });
    return guid;
  }

  async update(kind: RuleKind, guid: string, change: RuleChange, onCommit?: InTransaction): Promise<void> {
    await this.database.write(async (transaction) => {
      await requireRule(transaction, kind, guid);
      await requireFreeName(transaction, kind, guid, change.configuration.name);
      await applyChange(transaction, guid, change);
      await onCommit?.(transaction);
    });
  }

  /** `onCommit` receives the name of the rule. */
  async setEnabled(
    kind: RuleKind,
    guid: string,
    enabled: boolean,
    onCommit?: InTransaction<string>,
  ): Promise<void> {
    await this.database.write(async (transaction) => {
      const rule = await requireRule(transaction, kind, guid);
      if (rule.enabled === enabled) {
        throw illegalState(`${kind} rule is already ${enabled ? 'enabled' : 'disabled'}: ${guid}`);
      }
      await transaction.run('UPDATE detection_rule SET enabled = ? WHERE guid = ?', [enabled, guid]);
      await onCommit?.(transaction, rule.name);
    });
  }

  /**
   * Applies a snapshot as a new version, or changes nothing and returns all obstacles. Checks and change are one
   * transaction.
   */
  async restore(
    kind: RuleKind,
    guid: string,
    version: number,
    userName: string,
    references: References,
    onCommit?: InTransaction,
  ): Promise<readonly RestoreFailure[]> {
    return this.database.write(async (transaction) => {
      await requireRule(transaction, kind, guid);
      const snapshot = await requireVersion(transaction, kind, guid, version);
      const { name } = namedConfiguration.parse(snapshot.configuration);
      const takenName = (await isNameTaken(transaction, kind, guid, name)) ? name : undefined;
      const failures = restoreFailures(kind, snapshot.configuration, takenName, references);
      if (failures.length > 0) return failures;
      const configuration = { ...withReferenceNames(kind, snapshot.configuration, references), name };
      const description = t('Restored from version {0}.', version);
      await applyChange(transaction, guid, { configuration, userName, description });
      await onCommit?.(transaction);
      return [];
    });
  }
}

function ruleNotFound(kind: RuleKind, guid: string): Error {
  return illegalState(`${kind} rule not found: ${guid}`);
}

const selectRule = 'SELECT * FROM detection_rule WHERE kind = ? AND guid = ?';
const selectRules = "SELECT * FROM detection_rule WHERE guid IN (SELECT unnest(string_split(?, ',')))";
const searchedFields = ['description', 'msg', 'query'];

const namedConfiguration = z.looseObject({ name: z.string() });

async function requireRule({ run }: Transaction, kind: RuleKind, guid: string): Promise<StoredRule> {
  const [rule] = parseRows(ruleRow, await run(selectRule, [kind, guid]));
  if (!rule) throw ruleNotFound(kind, guid);
  return rule;
}

async function requireVersion(
  { run }: Transaction,
  kind: RuleKind,
  guid: string,
  version: number,
): Promise<StoredVersion> {
  const rows = await run('SELECT * FROM rule_version WHERE rule_guid = ? AND version = ?', [guid, version]);
  const [snapshot] = parseRows(versionRow, rows);
  if (!snapshot) throw illegalState(`${kind} rule snapshot not found: ${guid} v${version}`);
  return snapshot;
}

async function isNameTaken(
  { run }: Transaction,
  kind: RuleKind,
  guid: string,
  name: string,
): Promise<boolean> {
  const rows = await run('SELECT 1 FROM detection_rule WHERE kind = ? AND guid <> ? AND name = ?', [
    kind,
    guid,
    name,
  ]);
  return rows.length > 0;
}

async function requireFreeName(
  transaction: Transaction,
  kind: RuleKind,
  guid: string,
  name: string,
): Promise<void> {
  if (await isNameTaken(transaction, kind, guid, name)) throw illegalState(`duplicated name: ${name}`);
}

async function applyChange(transaction: Transaction, guid: string, change: RuleChange): Promise<void> {
  await transaction.run(
    `UPDATE detection_rule SET name = ?, configuration = ?, updated = ?, enabled = coalesce(?::BOOLEAN, enabled)
    WHERE guid = ?`,
    [
      change.configuration.name,
      JSON.stringify(change.configuration),
      change.timestamp ?? new Date(),
      change.enabled,
      guid,
    ],
  );
  await addVersion(transaction, guid, change);
}

async function addVersion({ run }: Transaction, guid: string, change: RuleChange): Promise<void> {
  await run(
    `INSERT INTO rule_version
    SELECT ?, coalesce(max(version), 0) + 1, ?, ?, ?, ? FROM rule_version WHERE rule_guid = ?`,
    [
      guid,
      change.timestamp ?? new Date(),
      change.userName,
      change.description,
      JSON.stringify(change.configuration),
      guid,
    ],
  );
}
