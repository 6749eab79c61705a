export interface CompletionItem {
  readonly kind:
    | 'command'
    | 'option'
    | 'value'
    | 'function'
    | 'aggregate'
    | 'field'
    | 'table'
    | 'parameter'
    | 'keyword'
    | 'operator'
    | 'snippet';
  readonly label: string;
  /** The inserted text; `$0` is the final cursor position if `isSnippet`. */
  readonly insertText: string;
  readonly isSnippet: boolean;
  readonly detail: string;
  readonly documentation: string;
  /** Whether it changes or sends data. */
  readonly writes: boolean;
  /** Items with a lower rank come first. */
  readonly rank: number;
  /** Sorts items of one rank; those without come last, by label. */
  readonly order?: number;
}

/** External data: the tables of the connection and their fields. */
export interface CompletionProviders {
  tables(signal: AbortSignal): Promise<readonly string[]>;
  fieldsOf(table: string, signal: AbortSignal): Promise<readonly string[]>;
}

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
