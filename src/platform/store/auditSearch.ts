import { operationsLabelled, operationsSaying, resultLabels } from '../audit/auditLabels';
import type { Locale } from '../audit/auditLabels';
import { auditFilterNames } from '../../shared/wire/auditFilters';
import type { AuditFilterName, AuditFilterValues } from '../../shared/wire/auditFilters';
import { messageConditions } from './auditMessages';
import type { SqlParameters, SqlValue } from './sqlValue';

/** The criteria of an audit log search; empty lists do not filter. */
export interface AuditSearch extends AuditFilterValues {
  readonly from: Date | undefined;
  /** Inclusive of the whole second, the resolution of wire times. */
  readonly to: Date | undefined;
  readonly offset: bigint;
  readonly limit: bigint;
  readonly locale: Locale;
}

interface Condition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

const millisecondsPerSecond = 1000;

/** One statement for the page and the total: matches are found once, and only the page is read completely. */
export function searchStatement(search: AuditSearch): {
  readonly sql: string;
  readonly parameters: SqlParameters;
} {
  const conditions = conditionsOf(search);
  const where = conditions.map(({ sql }) => sql).join(' AND ') || 'true';
  return {
    // Entries are numbered in order of insertion, so their row ids have the same order.
    sql: `WITH matched AS MATERIALIZED (SELECT rowid AS position, created FROM audit_log WHERE ${where}),
      page AS (SELECT position FROM matched ORDER BY created DESC, position DESC LIMIT ? OFFSET ?)
      SELECT audit_log.* EXCLUDE (content) RENAME (created AS created_at, remote_ip AS remote_address,
        params AS parameters, msg_params AS message_parameters), (SELECT count(*) FROM matched) AS total
      FROM audit_log WHERE rowid IN (SELECT position FROM page) ORDER BY created DESC, id DESC`,
    parameters: [...conditions.flatMap(({ parameters }) => parameters), search.limit, search.offset],
  };
}

/** Only the total, for a page after the last match, which has no rows. */
export function countStatement(search: AuditSearch): {
  readonly sql: string;
  readonly parameters: SqlParameters;
} {
  const conditions = conditionsOf(search);
  return {
    sql: `SELECT count(*) AS total FROM audit_log WHERE ${conditions.map(({ sql }) => sql).join(' AND ') || 'true'}`,
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

function conditionsOf(search: AuditSearch): Condition[] {
  return [
    ...timeConditions(search),
    ...auditFilterNames.flatMap((name) => filterConditions[name](search[name], search.locale)),
  ];
}

const filterConditions: Readonly<
  Record<AuditFilterName, (values: readonly string[], locale: Locale) => Condition[]>
> = {
  companyGuids: (guids) => listCondition('company_guid', guids),
  users: (users) => listCondition('user_name', users),
  // Result labels are accepted in any language.
  results: resultCondition,
  categories: (labels) => labelConditions('category', labels),
  actions: (labels) => labelConditions('action', labels),
  // An entry must contain all of them.
  keywords: (keywords, locale) => keywords.map((keyword) => keywordCondition(keyword.toLowerCase(), locale)),
};

function timeConditions({ from, to }: AuditSearch): Condition[] {
  const end = to && new Date(to.getTime() + millisecondsPerSecond);
  return [
    ...(from ? [{ sql: 'created >= ?', parameters: [from] }] : []),
    ...(end ? [{ sql: 'created < ?', parameters: [end] }] : []),
  ];
}

function resultCondition(labels: readonly string[]): Condition[] {
  if (labels.length === 0) return [];
  const asked = (result: keyof typeof resultLabels): boolean =>
    labels.includes(resultLabels[result].en) || labels.includes(resultLabels[result].ko);
  const alternatives = [
    ...(asked('success') ? ['error IS NULL'] : []),
    ...(asked('failure') ? ['error IS NOT NULL'] : []),
  ];
  return [{ sql: `(${alternatives.join(' OR ') || 'false'})`, parameters: [] }];
}

function labelConditions(kind: 'category' | 'action', labels: readonly string[]): Condition[] {
  if (labels.length === 0) return [];
  const operations = operationsLabelled(kind, labels);
  return operations.length === 0
    ? [{ sql: 'false', parameters: [] }]
    : listCondition('operation', operations);
}

function listCondition(column: string, values: readonly string[]): Condition[] {
  return values.length === 0 ? [] : [{ sql: `list_contains(?, ${column})`, parameters: [values] }];
}

/** Localized texts are created when the log is read, so a keyword may also match a label or message. */
function keywordCondition(keyword: string, locale: Locale): Condition {
  const alternatives: Condition[] = [
    { sql: 'contains(content, ?)', parameters: [keyword] },
    ...listCondition('operation', operationsSaying(keyword, locale)),
    ...messageConditions(keyword, locale),
    ...(says('success', keyword, locale) ? [{ sql: 'error IS NULL', parameters: [] }] : []),
    ...(says('failure', keyword, locale) ? [{ sql: 'error IS NOT NULL', parameters: [] }] : []),
  ];
  return {
    sql: `(${alternatives.map(({ sql }) => sql).join(' OR ')})`,
    parameters: alternatives.flatMap(({ parameters }) => parameters),
  };
}

function says(result: keyof typeof resultLabels, keyword: string, locale: Locale): boolean {
  return resultLabels[result][locale].toLowerCase().includes(keyword);
}
