import { operationsLabelled, operationsSaying, resultLabels } from '../audit/auditLabels';
import type { Locale } from '../audit/auditLabels';
import { messageConditions } from './auditMessages';
import type { SqlParameters, SqlValue } from './sqlValue';

/** What an audit search asks for; an empty list asks for nothing in particular. */
export interface AuditSearch {
  /** An entry must hold each of them somewhere. */
  readonly keywords: readonly string[];
  readonly categories: readonly string[];
  readonly actions: readonly string[];
  readonly companyGuids: readonly string[];
  /** Labels of results, in any language. */
  readonly results: readonly string[];
  readonly users: readonly string[];
  readonly from: Date | undefined;
  /** The whole second counts: wire times cannot say more. */
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

/** One statement for the page and the total: the matches are found once, and only the page is read whole. */
export function searchStatement(search: AuditSearch): {
  readonly sql: string;
  readonly parameters: SqlParameters;
} {
  const conditions = conditionsOf(search);
  const where = conditions.map(({ sql }) => sql).join(' AND ') || 'true';
  return {
    // Entries are numbered as they are appended, so their place in the log orders them as their number does.
    sql: `WITH matched AS MATERIALIZED (SELECT rowid AS position, created FROM audit_log WHERE ${where}),
      page AS (SELECT position FROM matched ORDER BY created DESC, position DESC LIMIT ? OFFSET ?)
      SELECT audit_log.* EXCLUDE (content), (SELECT count(*) FROM matched) AS total
      FROM audit_log WHERE rowid IN (SELECT position FROM page) ORDER BY created DESC, id DESC`,
    parameters: [...conditions.flatMap(({ parameters }) => parameters), search.limit, search.offset],
  };
}

/** The total alone, for a page beyond the last match, which has no row to tell it. */
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
    ...listCondition('company_guid', search.companyGuids),
    ...listCondition('user_name', search.users),
    ...resultCondition(search.results),
    ...labelConditions('category', search.categories),
    ...labelConditions('action', search.actions),
    ...search.keywords.map((keyword) => keywordCondition(keyword.toLowerCase(), search.locale)),
  ];
}

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

/** The words that people read are made when the log is read, so a keyword may also be of a label or a message. */
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
