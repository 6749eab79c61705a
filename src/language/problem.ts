import { t } from '../shared/localize';
import type { Located } from './expression';
import { errorCodes, isErrorKey } from './errorCodes';
import type { ErrorCode, ErrorKey } from './errorCodes';

/** An error in the text, with its position and the error code of the platform. */
export interface Problem extends Located {
  readonly code: ErrorCode;
  readonly key: ErrorKey;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** A mistake that a quick fix can correct. */
  readonly typo?: Typo;
}

/** A problem that only the platform shows, such as an unknown name. */
export interface Fixable extends Located {
  readonly code: string | number;
  readonly severity: Problem['severity'];
  readonly message: string;
  /** The name that was probably meant, and how it is written. */
  readonly meant?: { readonly name: string; readonly text: string };
}

export type Typo =
  | 'optionSpace'
  | 'singleQuotes'
  | 'doubleAmpersand'
  | 'doublePipe'
  | 'exclamation'
  | 'percent'
  | 'singleEquals'
  | 'emptyCommand'
  | 'upperCaseName'
  | 'unclosedString'
  | 'unclosedParenthesis'
  | 'unclosedBracket';

/**
 * The problem for which the platform would reject the query. An unknown name is only a warning until the
 * query runs.
 */
export function rejectingProblem(problems: readonly Problem[]): Problem | undefined {
  return problems[0];
}

/** `name`: the unknown name, if that is the problem. */
export function problemAt(key: ErrorKey, range: Located, typo?: Typo, name?: string): Problem {
  return {
    code: errorCodes[key],
    key,
    from: range.from,
    to: range.to,
    severity: openEnded.has(key) ? 'warning' : 'error',
    message: (typo && slipMessages[typo]?.()) ?? unknownName(key, name) ?? messages[key](),
    ...(typo && { typo }),
  };
}

/** The meaning of a rejection such as `(10605) table-not-found`; undefined for unknown messages. */
export function meaningOfRejection(
  message: string,
): { readonly key: ErrorKey; readonly text: string } | undefined {
  const [, key = ''] = /^\(\d+\) ([a-z-]+)$/.exec(message) ?? [];
  return isErrorKey(key) ? { key, text: messages[key]() } : undefined;
}

/** A rejection in words, with its code as a detail; unknown messages are unchanged. */
export function rejectionText(message: string): string {
  const meaning = meaningOfRejection(message);
  return meaning === undefined ? message : `${meaning.text} (${errorCodes[meaning.key]})`;
}

function unknownName(key: ErrorKey, name = ''): string | undefined {
  if (name === '') return undefined;
  if (key === 'unsupported-command') return t('Unknown command “{0}”.', name);
  if (key === 'table-not-found') return t('The table “{0}” does not exist.', name);
  if (key === 'invalid-aggregation-function') return t('“{0}” is not an aggregate function.', name);
  return key === 'unsupported-function' ? t('Unknown function “{0}”.', name) : undefined;
}

/** Apps add commands and functions, and tables may be created, so the editor cannot be certain about these. */
const openEnded: ReadonlySet<ErrorKey> = new Set([
  'unsupported-command',
  'unsupported-function',
  'table-not-found',
]);

/** For common mistakes, the message says what to write. */
const slipMessages: Readonly<Partial<Record<Typo, () => string>>> = {
  singleQuotes: () => t('Strings must be in double quotes.'),
  doubleAmpersand: () => t('“&&” is not supported. Use “and”.'),
  doublePipe: () => t('“||” is not supported. Use “or”, or put a command between the pipes.'),
  exclamation: () => t('“!” is not supported. Use “not(…)”.'),
  percent: () => t('“%” is not supported. Use “mod(…)”.'),
  singleEquals: () => t('Use “==” to compare values.'),
  upperCaseName: () => t('Command names must be lowercase.'),
};

const messages: Readonly<Record<ErrorKey, () => string>> = {
  'option-space-not-allowed': () => t('Spaces are not allowed around the “=” of an option.'),
  'invalid-option': () => t('This option or its value is not valid for the command.'),
  'string-quote-mismatch': () => t('The string is not closed. Add a double quote.'),
  'empty-command': () => t('A command is missing here.'),
  'query-too-large': () =>
    t('The query is too large: it has too many commands or terms, is nested too deeply, or is too long.'),
  'broken-expression': () => t('The expression is incomplete.'),
  'unexpected-term': () => t('Unexpected text.'),
  'parens-mismatch': () => t('The parentheses do not match.'),
  'quote-mismatch': () => t('The string in this expression is not closed. Add a double quote.'),
  'sqbracket-mismatch': () => t('The square brackets do not match.'),
  'invalid-escape-sequence': () =>
    t('Unknown escape sequence. Only \\\\, \\", \\n, \\r and \\t are allowed.'),
  'invalid-time-span': () => t('A time span must be an integer and a unit, such as 10m.'),
  'invalid-time-unit': () => t('The unit of a time span must be one of s, m, h, d, w, mon, y.'),
  'time-span-out-of-range': () => t('The time span must be greater than zero.'),
  'unsupported-function': () => t('Unknown function.'),
  'unsupported-command': () => t('Unknown command.'),
  'missing-json-quotation': () => t('The JSON text must be in double quotes.'),
  'invalid-json': () => t('The text is not a JSON object or a list of JSON objects.'),
  'missing-set-name': () => t('“set” requires a parameter name.'),
  'missing-set-assignment': () => t('“set” requires “=” after the name.'),
  'missing-set-expression': () => t('“set” requires an expression after “=”.'),
  'negative-offset': () => t('The offset must not be negative.'),
  'negative-limit': () => t('The limit must not be negative.'),
  'no-table-data-source': () => t('A table name is missing.'),
  'table-not-found': () => t('The table does not exist.'),
  'no-read-permission': () => t('You do not have permission to read this table.'),
  'missing-eval-field': () => t('“eval” requires a field name before “=”.'),
  'missing-eval-assignment': () => t('“eval” requires “=” after the field name.'),
  'missing-eval-expression': () => t('“eval” requires an expression after “=”.'),
  'no-field-args': () => t('A field name is missing.'),
  'invalid-limit': () => t('“limit” takes one or two integers: an offset and a maximum.'),
  'output-token-not-found': () => t('“lookup” requires “output” and the fields to add.'),
  'invalid-lookup-name': () => t('The lookup does not exist.'),
  'missing-rename-field': () => t('“rename” requires a field name.'),
  'as-token-not-found': () => t('“rename” requires “as” after the field name.'),
  'missing-rename-target': () => t('“rename” requires a new name after “as”.'),
  'missing-rex-field': () => t('“rex” requires the option “field”.'),
  'missing-rex-regex': () => t('“rex” requires a regular expression in double quotes, with named groups.'),
  'missing-sort-column': () => t('“sort” requires a field name.'),
  'missing-stats-function': () => t('An aggregate function is missing, such as “count”.'),
  'invalid-aggregation-function': () => t('The arguments of the aggregate function are not valid.'),
  'no-permission': () => t('You do not have permission to run this command.'),
};
