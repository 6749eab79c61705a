import { t } from '../../../core/base/localize';
import { ellipsized } from '../../../core/privacy/plainText';
import type { SearchedText, TextSearch } from './textSearch';

/** What a search has found, in texts of which the editor may show a draft. */
export type SearchResult = Pick<TextSearch, 'found' | 'omitted' | 'count' | 'hasDraft'>;

/** A result as text, and where its lines lead. */
export interface ResultDocument {
  readonly text: string;
  /** By line, counted from 0. */
  readonly targets: ReadonlyMap<number, ResultTarget>;
}

export interface ResultTarget {
  readonly text: SearchedText;
  readonly line: number;
  readonly column: number;
  /** Whether the editor shows a draft instead of this text. */
  readonly hasDraft: boolean;
}

const maxLineLength = 300;

export function resultDocument(input: string, search: SearchResult): ResultDocument {
  const { found, omitted, count } = search;
  const total = found.reduce((sum, { matches }) => sum + matches.length, 0);
  const lines = [
    total === 1
      ? t('{0}: 1 line. Texts: 1 of {1}.', oneLine(input), count)
      : t('{0}: {1} lines. Texts: {2} of {3}.', oneLine(input), total, found.length, count),
    ...omitted.map((sentence) => oneLine(sentence)),
  ];
  const targets = new Map<number, ResultTarget>();
  for (const { text, matches } of found) {
    lines.push('', headingOf(text));
    for (const match of matches) {
      targets.set(lines.length, {
        text,
        line: match.line,
        column: match.column,
        hasDraft: !text.isDraft && search.hasDraft(text),
      });
      lines.push(
        `  ${String(match.line).padStart(4)}: ${ellipsized(oneLine(match.text.trim()), maxLineLength)}`,
      );
    }
  }
  return { text: `${lines.join('\n')}\n`, targets };
}

function headingOf({ address, name, isDraft }: SearchedText): string {
  const kind =
    address.rule === undefined
      ? t('Scheduled query')
      : address.rule === 'batch'
        ? t('Batch rule')
        : t('Stream rule');
  return [oneLine(name), ...(isDraft ? [t('draft')] : []), kind, address.connection].join(' · ');
}

/** Names and texts may contain anything. */
function oneLine(text: string): string {
  return text.replace(/[\s\u2028\u2029\u0085]+/g, ' ');
}
