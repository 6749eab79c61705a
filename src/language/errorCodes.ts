/**
 * All reasons to reject a query, by key. The platform returns `(<code>) <key>`. Some can only be found at run
 * time: whether a table exists, what an account may do.
 */
export const errorCodes = {
  'option-space-not-allowed': 90000,
  'invalid-option': 90001,
  'string-quote-mismatch': 90002,
  'empty-command': 90003,
  // Only on the local platform: limits the cost of a single query.
  'query-too-large': 90004,
  'broken-expression': 90100,
  'unexpected-term': 90200,
  'parens-mismatch': 90202,
  'quote-mismatch': 90203,
  'sqbracket-mismatch': 90204,
  'invalid-escape-sequence': 90400,
  'invalid-time-span': 90500,
  'invalid-time-unit': 90501,
  'time-span-out-of-range': 90502,
  'unsupported-function': 90900,
  'unsupported-command': 92000,
  'missing-json-quotation': 10200,
  'invalid-json': 10202,
  'missing-set-name': 10400,
  'missing-set-assignment': 10401,
  'missing-set-expression': 10402,
  'negative-offset': 10601,
  'negative-limit': 10602,
  'no-table-data-source': 10604,
  'table-not-found': 10605,
  // Never returned by the local platform: the interface has no operation to set who may read a table.
  'no-read-permission': 10606,
  'missing-eval-field': 20100,
  'missing-eval-assignment': 20101,
  'missing-eval-expression': 20102,
  'no-field-args': 20400,
  'invalid-limit': 20600,
  'output-token-not-found': 20700,
  'invalid-lookup-name': 20701,
  'missing-rename-field': 20800,
  'as-token-not-found': 20801,
  'missing-rename-target': 20802,
  'missing-rex-field': 20900,
  'missing-rex-regex': 20901,
  'missing-sort-column': 21600,
  'missing-stats-function': 21700,
  'invalid-aggregation-function': 21702,
  'no-permission': 30100,
} as const;

export type ErrorKey = keyof typeof errorCodes;
export type ErrorCode = (typeof errorCodes)[ErrorKey];

/** The `error_msg` of the platform, such as `(90003) empty-command`. */
export function rejectionText(key: ErrorKey): string {
  return `(${errorCodes[key]}) ${key}`;
}

export function isErrorKey(key: string): key is ErrorKey {
  return Object.hasOwn(errorCodes, key);
}
