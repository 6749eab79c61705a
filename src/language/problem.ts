import { t } from '../shared/localize';
import type { Located } from './expression';
import { errorCodes } from './errorCodes';
import type { ErrorCode, ErrorKey } from './errorCodes';

/** Something wrong in the text, at its place, with the code that the platform would refuse it with. */
export interface Problem extends Located {
  readonly code: ErrorCode;
  readonly key: ErrorKey;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** A slip that the editor can mend by itself. */
  readonly typo?: Typo;
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

/** Finds what a run would be refused for. A name nobody knows is a warning only as long as nothing runs. */
export function refusingProblem(problems: readonly Problem[]): Problem | undefined {
  return problems[0];
}

/** `name`: what is not known, where that is what is wrong. */
export function problemAt(key: ErrorKey, place: Located, typo?: Typo, name?: string): Problem {
  return {
    code: errorCodes[key],
    key,
    from: place.from,
    to: place.to,
    severity: openEnded.has(key) ? 'warning' : 'error',
    message: (typo && slipMessages[typo]?.()) ?? unknownName(key, name) ?? messages[key](),
    ...(typo && { typo }),
  };
}

function unknownName(key: ErrorKey, name = ''): string | undefined {
  if (name === '') return undefined;
  if (key === 'unsupported-command') return t('Unknown command “{0}”.', name);
  return key === 'unsupported-function' ? t('Unknown function “{0}”.', name) : undefined;
}

/** Apps add commands and functions of their own, so the editor cannot be sure about these. */
const openEnded: ReadonlySet<ErrorKey> = new Set(['unsupported-command', 'unsupported-function']);

/** Who made a well-known slip is better told what to write than that something is wrong. */
const slipMessages: Readonly<Partial<Record<Typo, () => string>>> = {
  singleQuotes: () => t('A string stands in double quotes.'),
  doubleAmpersand: () => t('The language has no “&&”: write “and”.'),
  doublePipe: () => t('The language has no “||”: write “or”, or a command between the pipes.'),
  exclamation: () => t('The language has no “!”: write “not(…)”.'),
  percent: () => t('The language has no “%”: write “mod(…)”.'),
  singleEquals: () => t('Values are compared with “==”.'),
  upperCaseName: () => t('The name of a command is in lower case.'),
};

const messages: Readonly<Record<ErrorKey, () => string>> = {
  'option-space-not-allowed': () => t('No blank is allowed around the “=” of an option.'),
  'invalid-option': () => t('This option or its value is not valid for the command.'),
  'string-quote-mismatch': () => t('The string is not closed: a double quote is missing.'),
  'empty-command': () => t('A command is missing here.'),
  'query-too-large': () =>
    t('The query is too large: it has too many commands or terms, is nested too deeply, or is too long.'),
  'broken-expression': () => t('The expression is incomplete.'),
  'unexpected-term': () => t('This is not expected here.'),
  'parens-mismatch': () => t('The parentheses do not match.'),
  'quote-mismatch': () => t('The string in this expression is not closed: a double quote is missing.'),
  'sqbracket-mismatch': () => t('The square brackets do not match.'),
  'invalid-escape-sequence': () => t('Unknown escape. Only \\\\, \\", \\n, \\r and \\t are allowed.'),
  'invalid-time-span': () => t('A time span is an integer and a unit, such as 10m.'),
  'invalid-time-unit': () => t('The unit of a time span is one of s, m, h, d, w, mon, y.'),
  'time-span-out-of-range': () => t('The time span must be greater than zero.'),
  'unsupported-function': () => t('Unknown function.'),
  'unsupported-command': () => t('Unknown command.'),
  'missing-json-quotation': () => t('The JSON text must stand in double quotes.'),
  'invalid-json': () => t('The text is not a JSON object or a list of JSON objects.'),
  'missing-set-name': () => t('“set” needs the name of a parameter.'),
  'missing-set-assignment': () => t('“set” needs “=” after the name.'),
  'missing-set-expression': () => t('“set” needs an expression after “=”.'),
  'negative-offset': () => t('The offset must not be negative.'),
  'negative-limit': () => t('The limit must not be negative.'),
  'no-table-data-source': () => t('The name of a table is missing.'),
  'table-not-found': () => t('The table does not exist.'),
  'no-read-permission': () => t('You may not read this table.'),
  'missing-eval-field': () => t('“eval” needs the name of a field before “=”.'),
  'missing-eval-assignment': () => t('“eval” needs “=” after the name of the field.'),
  'missing-eval-expression': () => t('“eval” needs an expression after “=”.'),
  'no-field-args': () => t('The name of a field is missing.'),
  'invalid-limit': () => t('“limit” takes one or two integers: an offset and a maximum.'),
  'output-token-not-found': () => t('“lookup” needs “output” and the fields to add.'),
  'invalid-lookup-name': () => t('The lookup does not exist.'),
  'missing-rename-field': () => t('“rename” needs the name of a field.'),
  'as-token-not-found': () => t('“rename” needs “as” after the name of the field.'),
  'missing-rename-target': () => t('“rename” needs a new name after “as”.'),
  'missing-rex-field': () => t('“rex” needs the option “field”.'),
  'missing-rex-regex': () => t('“rex” needs a regular expression in double quotes, with named groups.'),
  'missing-sort-column': () => t('“sort” needs the name of a field.'),
  'missing-stats-function': () => t('An aggregate function is missing, such as “count”.'),
  'invalid-aggregation-function': () => t('This is not an aggregate function.'),
  'no-permission': () => t('You may not run this command.'),
};
