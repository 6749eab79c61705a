import { messageForms } from '../audit/auditLabels';
import type { Locale } from '../audit/auditLabels';
import type { SqlValue } from './sqlValue';

interface Condition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/**
 * Conditions for entries whose localized message contains the lower-case keyword. Messages are created when
 * the log is read, so a keyword in the fixed text selects operations; for a keyword that spans fixed text and
 * a value, the message is built in SQL, for these operations only.
 */
export function messageConditions(keyword: string, locale: Locale): readonly Condition[] {
  const forms = messageForms(locale).map(({ operation, success, failure }) => ({
    operation,
    success: piecesOf(success),
    failure: piecesOf(failure),
  }));
  return (['success', 'failure'] as const).flatMap((result) => {
    const outcome = result === 'success' ? 'error IS NULL' : 'error IS NOT NULL';
    const saying = forms.filter((form) => lies(keyword, form[result]));
    const reaching = forms.filter((form) => !saying.includes(form) && reaches(keyword, form[result]));
    const named = saying.map(({ operation }) => operation);
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
  return pieces.some((piece, place) => place % 2 === 0 && piece.toLowerCase().includes(keyword));
}

/** Whether the keyword can start or end in fixed text and extend into the adjacent value. */
function reaches(keyword: string, pieces: readonly string[]): boolean {
  return pieces.some((piece, place) => {
    if (place % 2 === 1) return false;
    const words = piece.toLowerCase();
    const [afterValue, beforeValue] = [place > 0, place < pieces.length - 1];
    return (afterValue && overlaps(keyword, words)) || (beforeValue && overlaps(words, keyword));
  });
}

/** Whether the end of one text is the start of the other, or contained in it. */
function overlaps(one: string, other: string): boolean {
  const longest = Math.min(one.length, other.length);
  for (let length = 1; length <= longest; length++) if (other.startsWith(one.slice(-length))) return true;
  return longest > 0 && (one.includes(other) || other.includes(one));
}

/** The message as SQL, with a hyphen for a missing value, as it is displayed. */
function printed(pieces: readonly string[]): string {
  const parts = pieces.map((piece, place) => {
    if (place % 2 === 0) return `'${piece.replaceAll("'", "''")}'`;
    return piece === 'error' ? 'error' : `coalesce(json_extract_string(msg_params, '$.${piece}'), '-')`;
  });
  return `concat(${parts.join(', ')})`;
}
