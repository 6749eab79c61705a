import { t } from '../base/localize';
import type { Located } from './expression';
import { errorCodes, errorText, isErrorKey } from './errorCodes';
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

/** `name`: the unknown name, if that is the problem. */
export function problemAt(key: ErrorKey, range: Located, typo?: Typo, name?: string): Problem {
  return {
    code: errorCodes[key],
    key,
    from: range.from,
    to: range.to,
    severity: openEnded.has(key) ? 'warning' : 'error',
    message: (typo && typoMessages[typo]?.()) ?? unknownName(key, name) ?? errorText(key),
    ...(typo && { typo }),
  };
}

/**
 * The meaning of a rejection such as `(10605) table-not-found`, which may be followed by a colon and the name;
 * undefined for unknown messages.
 */
export function meaningOfRejection(
  message: string,
): { readonly key: ErrorKey; readonly text: string } | undefined {
  const [, key = '', name] = /^\(\d+\) ([a-z-]+)(?:: (.{1,200}))?$/.exec(message) ?? [];
  return isErrorKey(key) ? { key, text: unknownName(key, name) ?? errorText(key) } : undefined;
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

/** Apps add commands, functions and options, and tables may be created, so the editor cannot be certain about these. */
const openEnded: ReadonlySet<ErrorKey> = new Set([
  'unsupported-command',
  'unsupported-function',
  'table-not-found',
  // Versions and apps differ in their options.
  'invalid-option',
]);

/** For common mistakes, the message says what to write. */
const typoMessages: Readonly<Partial<Record<Typo, () => string>>> = {
  singleQuotes: () => t('Strings must be in double quotes.'),
  doubleAmpersand: () => t('“&&” is not supported. Use “and”.'),
  doublePipe: () => t('“||” is not supported. Use “or”, or put a command between the pipes.'),
  exclamation: () => t('“!” is not supported. Use “not(…)”.'),
  percent: () => t('“%” is not supported. Use “mod(…)”.'),
  singleEquals: () => t('Use “==” to compare values.'),
  upperCaseName: () => t('Command names must be lowercase.'),
};
