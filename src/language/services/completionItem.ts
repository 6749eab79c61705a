import { type CompletionItem } from './completion';

/** A completion that inserts its own label. */
export function plainItem(
  kind: CompletionItem['kind'],
  label: string,
  rank: number,
  more: Partial<CompletionItem> = {},
): CompletionItem {
  return {
    kind,
    label,
    insertText: label,
    isSnippet: false,
    detail: '',
    documentation: '',
    writes: false,
    rank,
    ...more,
  };
}
