import { t } from '../base/localize';

/**
 * All reasons to reject a query, by key, with their codes and meanings. The platform returns `(<code>) <key>`. Some
 * can only be found at run time: whether a table exists, what an account may do.
 */
const rejections = {
  'option-space-not-allowed': [90000, () => t('Spaces are not allowed around the “=” of an option.')],
  'invalid-option': [90001, () => t('This option or its value is not valid for the command.')],
  'string-quote-mismatch': [90002, () => t('The string is not closed. Add a double quote.')],
  'empty-command': [90003, () => t('A command is missing here.')],
  // Only on the local platform: limits the cost of a single query.
  'query-too-large': [
    90004,
    () =>
      t('The query is too large: it has too many commands or terms, is nested too deeply, or is too long.'),
  ],
  'broken-expression': [90100, () => t('The expression is incomplete.')],
  'unexpected-term': [90200, () => t('Unexpected text.')],
  'parens-mismatch': [90202, () => t('The parentheses do not match.')],
  'quote-mismatch': [90203, () => t('The string in this expression is not closed. Add a double quote.')],
  'sqbracket-mismatch': [90204, () => t('The square brackets do not match.')],
  'missing-subquery': [90206, () => t('A subquery in square brackets is missing.')],
  'invalid-escape-sequence': [
    90400,
    () => t('Unknown escape sequence. Only \\\\, \\", \\n, \\r and \\t are allowed.'),
  ],
  'invalid-time-span': [90500, () => t('A time span must be an integer and a unit, such as 10m.')],
  'invalid-time-unit': [90501, () => t('The unit of a time span must be one of s, m, h, d, w, mon, y.')],
  'time-span-out-of-range': [90502, () => t('The time span must be greater than zero.')],
  'unsupported-function': [90900, () => t('Unknown function.')],
  'unsupported-command': [92000, () => t('Unknown command.')],
  'missing-json-quotation': [10200, () => t('The JSON text must be in double quotes.')],
  'no-json-object': [10201, () => t('The text must be a JSON object or a list of JSON objects.')],
  'invalid-json': [10202, () => t('The text cannot be read as JSON.')],
  'missing-set-name': [10400, () => t('“set” requires a parameter name.')],
  'missing-set-assignment': [10401, () => t('“set” requires “=” after the name.')],
  'missing-set-expression': [10402, () => t('“set” requires an expression after “=”.')],
  'negative-offset': [10601, () => t('The offset must not be negative.')],
  'negative-limit': [10602, () => t('The limit must not be negative.')],
  'no-table-data-source': [10604, () => t('A table name is missing.')],
  'table-not-found': [10605, () => t('The table does not exist.')],
  // Never returned by the local platform: the interface has no operation to set who may read a table.
  'no-read-permission': [10606, () => t('You do not have permission to read this table.')],
  // Only on a platform with stored procedures.
  'procedure-not-found': [11000, () => t('The procedure does not exist.')],
  'invalid-procedure-argument': [11001, () => t('An argument of the procedure has another type.')],
  'procedure-owner-not-found': [11002, () => t('The owner of the procedure does not exist.')],
  'invalid-procedure-argument-count': [11003, () => t('The procedure takes another number of arguments.')],
  'no-procedure-permission': [11004, () => t('You do not have permission to call the procedure.')],
  'assign-token-not-found': [20100, () => t('“eval” requires “=” after the field name.')],
  'field-name-not-found': [20101, () => t('“eval” requires a field name before “=”.')],
  'expression-not-found': [20102, () => t('“eval” requires an expression after “=”.')],
  'missing-explode-field': [20300, () => t('“explode” requires a field name.')],
  'no-field-args': [20400, () => t('A field name is missing.')],
  'invalid-limit': [20600, () => t('“limit” takes one or two integers: an offset and a maximum.')],
  'output-token-not-found': [20700, () => t('“lookup” requires “output” and the fields to add.')],
  'invalid-lookup-name': [20701, () => t('The lookup does not exist.')],
  'missing-rename-field': [20800, () => t('“rename” requires a field name.')],
  'as-token-not-found': [20801, () => t('“rename” requires “as” after the field name.')],
  'missing-rename-target': [20802, () => t('“rename” requires a new name after “as”.')],
  'missing-rex-field': [20900, () => t('“rex” requires the option “field”.')],
  'missing-rex-regex': [
    20901,
    () => t('“rex” requires a regular expression in double quotes, with named groups.'),
  ],
  'missing-sort-column': [21600, () => t('“sort” requires a field name.')],
  'missing-stats-function': [21700, () => t('An aggregate function is missing, such as “count”.')],
  'invalid-by-clause': [21701, () => t('“by” requires field names.')],
  'invalid-aggregation-function': [21702, () => t('Unknown aggregate function.')],
  'invalid-aggregation-arguments': [21703, () => t('The arguments of the aggregate function are not valid.')],
  'unsupported-memlookup-op': [22000, () => t('“op” must be build, drop or list.')],
  'missing-memlookup-name': [22001, () => t('“memlookup op=build” requires the option “name”.')],
  'missing-memlookup-key': [22002, () => t('“memlookup op=build” requires the option “key”.')],
  'missing-memlookup-drop-name': [22003, () => t('“memlookup op=drop” requires the option “name”.')],
  'invalid-streamjoin-type': [23200, () => t('“type” must be inner, left or leftonly.')],
  'missing-streamjoin-key': [23201, () => t('“streamjoin” requires a key field.')],
  'no-permission': [30100, () => t('You do not have permission to run this command.')],
  'import-table-not-found': [30101, () => t('The table to import to does not exist.')],
  'import-table-invalid': [30102, () => t('The name of the table to import to is not valid.')],
  'create-option-is-not-supported': [30103, () => t('The platform does not allow “create”.')],
  'no-system-logs-permission': [95020, () => t('You do not have permission to read the logs of the system.')],
  'invalid-tail': [95021, () => t('“tail” must be a number from 1 to 100000.')],
  'tail-with-period': [95022, () => t('“tail” cannot be used with a period.')],
} as const;

export type ErrorKey = keyof typeof rejections;
export type ErrorCode = (typeof rejections)[ErrorKey][0];

export const errorCodes = Object.fromEntries(
  Object.entries(rejections).map(([key, [code]]) => [key, code]),
) as Readonly<Record<ErrorKey, ErrorCode>>;

/** The meaning of a rejection in words. */
export function errorText(key: ErrorKey): string {
  return rejections[key][1]();
}

/** The `error_msg` of the platform, such as `(90003) empty-command`. */
export function rejectionMessage(key: ErrorKey): string {
  return `(${errorCodes[key]}) ${key}`;
}

export function isErrorKey(key: string): key is ErrorKey {
  return Object.hasOwn(rejections, key);
}
