import {
  hiddenLabel,
  isAboutAssistant,
  isLabeled,
  messageForms,
  operationsLabeled,
  operationsContaining,
  resultLabels,
  translated,
} from '../audit/auditLabels';
import type { Locale } from '../audit/auditLabels';
import { auditFilterNames } from '../../core/interface/auditFilters';
import type { AuditFilterName, AuditFilterValues } from '../../core/interface/auditFilters';
import { quoteText } from './sqlText';
import type { SqlParameters } from './sqlValue';
import { second } from '../../core/time/durations';

/** The criteria of an audit log search; empty lists do not filter. */
export interface AuditSearch extends AuditFilterValues {
  readonly from: Date | undefined;
  /** Inclusive of the whole second, the resolution of wire times. */
  readonly to: Date | undefined;
  readonly offset: bigint;
  readonly limit: bigint;
  readonly locale: Locale;
}

/** A statement or a condition. */
interface Sql {
  readonly sql: string;
  readonly parameters: SqlParameters;
}

const results = ['success', 'failure'] as const;
const outcomes = { success: 'error IS NULL', failure: 'error IS NOT NULL' } as const;

/** One statement for the page and the total: matches are found once, and only the page is read completely. */
export function searchStatement(search: AuditSearch): Sql {
  const where = conditionOf(search);
  return {
    // Entries are numbered in order of insertion, so their row ids have the same order.
    sql: `WITH matched AS MATERIALIZED (SELECT rowid AS position, created FROM audit_log WHERE ${where.sql}),
      page AS (SELECT position FROM matched ORDER BY created DESC, position DESC LIMIT ? OFFSET ?)
      SELECT audit_log.* EXCLUDE (content) RENAME (created AS created_at, remote_ip AS remote_address,
        params AS parameters, msg_params AS message_parameters), (SELECT count(*) FROM matched) AS total
      FROM audit_log WHERE rowid IN (SELECT position FROM page) ORDER BY created DESC, id DESC`,
    parameters: [...where.parameters, search.limit, search.offset],
  };
}

/** Only the total, for a page after the last match, which has no rows. */
export function countStatement(search: AuditSearch): Sql {
  const { sql, parameters } = conditionOf(search);
  return { sql: `SELECT count(*) AS total FROM audit_log WHERE ${sql}`, parameters };
}

function conditionOf(search: AuditSearch): Sql {
  return joined(' AND ', [
    { sql: 'true', parameters: [] },
    ...timeConditions(search),
    ...auditFilterNames.flatMap((name) => filterConditions[name](search[name], search.locale)),
  ]);
}

function joined(word: ' AND ' | ' OR ', conditions: readonly Sql[]): Sql {
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(word)})`,
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

const filterConditions: Readonly<
  Record<AuditFilterName, (values: readonly string[], locale: Locale) => Sql[]>
> = {
  companyGuids: (guids) => listCondition('company_guid', guids),
  users: (users) => listCondition('user_name', users),
  // Result labels are accepted in any language.
  results: resultCondition,
  categories: (labels) => labelConditions('category', labels),
  actions: (labels) => labelConditions('action', labels),
  housekeeping: (labels) => (isLabeled(hiddenLabel, labels) ? [withoutHousekeeping] : []),
  // An entry must contain all of them.
  keywords: (keywords, locale) => keywords.map((keyword) => keywordCondition(keyword.toLowerCase(), locale)),
};

/** What belongs to another entry of the same account, unless it was rejected. */
const withoutHousekeeping: Sql = {
  sql: `(error IS NOT NULL OR operation NOT IN ('query.close', 'upload-stream.append'))`,
  parameters: [],
};

function timeConditions({ from, to }: AuditSearch): Sql[] {
  const end = to && new Date(to.getTime() + second);
  return [
    ...(from ? [{ sql: 'created >= ?', parameters: [from] }] : []),
    ...(end ? [{ sql: 'created < ?', parameters: [end] }] : []),
  ];
}

function resultCondition(labels: readonly string[]): Sql[] {
  if (labels.length === 0) return [];
  const asked = results.filter((result) => isLabeled(resultLabels[result], labels));
  const alternatives = asked.map((result) => outcomes[result]);
  return [{ sql: `(${alternatives.join(' OR ') || 'false'})`, parameters: [] }];
}

function labelConditions(kind: 'category' | 'action', labels: readonly string[]): Sql[] {
  if (labels.length === 0) return [];
  const operations = operationsLabeled(kind, labels);
  return operations.length === 0
    ? [{ sql: 'false', parameters: [] }]
    : listCondition('operation', operations);
}

function listCondition(column: string, values: readonly string[]): Sql[] {
  return values.length === 0 ? [] : [{ sql: `list_contains(?, ${column})`, parameters: [values] }];
}

/** Localized texts are created when the log is read, so a keyword may also match a label or message. */
function keywordCondition(keyword: string, locale: Locale): Sql {
  const alternatives: Sql[] = [
    { sql: 'contains(content, ?)', parameters: [keyword] },
    ...listCondition('operation', operationsContaining(keyword, locale)),
    ...messageConditions(keyword, locale),
    ...(isAboutAssistant(keyword, locale)
      ? [{ sql: `json_extract_string(msg_params, '$.source') = 'assistant'`, parameters: [] }]
      : []),
    ...results
      .filter((result) => translated(resultLabels[result], locale).toLowerCase().includes(keyword))
      .map((result) => ({ sql: outcomes[result], parameters: [] })),
  ];
  return joined(' OR ', alternatives);
}

/**
 * Conditions for entries whose localized message contains the lower-case keyword. Messages are created when
 * the log is read, so a keyword in the fixed text selects operations; for a keyword that spans fixed text and
 * a value, the message is built in SQL, for these operations only.
 */
function messageConditions(keyword: string, locale: Locale): readonly Sql[] {
  const forms = messageForms(locale).map(({ operation, success, failure }) => ({
    operation,
    success: piecesOf(success),
    failure: piecesOf(failure),
  }));
  return results.flatMap((result) => {
    const outcome = outcomes[result];
    const containing = forms.filter((form) => lies(keyword, form[result]));
    const reaching = forms.filter((form) => !containing.includes(form) && reaches(keyword, form[result]));
    const named = containing.map(({ operation }) => operation);
    return [
      ...(named.length > 0
        ? [{ sql: `(list_contains(?, operation) AND ${outcome})`, parameters: [named] }]
        : []),
      ...reaching.map((form) => ({
        sql: `(operation = ? AND ${outcome} AND contains(lower(${printed(form[result])}), ?))`,
        parameters: [form.operation, keyword],
      })),
    ];
  });
}

/** Fixed text at even indexes, value names at odd ones. */
function piecesOf(form: string): readonly string[] {
  return form.split(/\{(\w+)\}/);
}

function lies(keyword: string, pieces: readonly string[]): boolean {
  return pieces.some((piece, index) => index % 2 === 0 && piece.toLowerCase().includes(keyword));
}

/** Whether the keyword can start or end in fixed text and extend into the adjacent value. */
function reaches(keyword: string, pieces: readonly string[]): boolean {
  return pieces.some((piece, index) => {
    if (index % 2 === 1) return false;
    const text = piece.toLowerCase();
    const [afterValue, beforeValue] = [index > 0, index < pieces.length - 1];
    return (afterValue && overlaps(keyword, text)) || (beforeValue && overlaps(text, keyword));
  });
}

/** Whether the end of one text is the start of the other, or contained in it. */
function overlaps(one: string, other: string): boolean {
  const limit = Math.min(one.length, other.length);
  for (let length = 1; length <= limit; length++) if (other.startsWith(one.slice(-length))) return true;
  return limit > 0 && (one.includes(other) || other.includes(one));
}

/** The message as SQL, with a hyphen for a missing value, as it is displayed. */
function printed(pieces: readonly string[]): string {
  const printedPieces = pieces.map((piece, index) => {
    if (index % 2 === 0) return quoteText(piece);
    return piece === 'error' ? 'error' : `coalesce(json_extract_string(msg_params, '$.${piece}'), '-')`;
  });
  return `concat(${printedPieces.join(', ')})`;
}
