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
  /** What is typed in; `$0` marks where the cursor goes when `isSnippet`. */
  readonly insertText: string;
  readonly isSnippet: boolean;
  readonly detail: string;
  readonly documentation: string;
  /** Changes data or sends it away. */
  readonly writes: boolean;
  /** Items with a smaller one come first. */
  readonly rank: number;
  /** Among items of one rank those with a smaller one come first, and those without after them, by their labels. */
  readonly order?: number;
}

/** What the text does not tell: the tables of the connection, and the fields that their rows have. */
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
