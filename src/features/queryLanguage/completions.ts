import * as vscode from 'vscode';
import type { Locale } from '../../language/catalog/catalog';
import type { ParsedQuery } from '../../language/parseQuery';
import { completeAt } from '../../language/services/completion';
import type { CompletionItem } from '../../language/services/completionItems';
import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import type { Platforms } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import { filesInTabs } from '../../ui/documents/filesInTabs';
import { cursorAt } from './cursorAt';
import { mayRequestNames, PromptNames, TablesOfConnections } from './knownTables';
import type { KnownTables } from './knownTables';
import { rangeOf } from './ranges';

const nothingKnown = {
  tables: async () => Promise.resolve([]),
  fieldsOf: async () => Promise.resolve([]),
};

/** Completions; names of tables and fields come from the connection of the document when it responds. */
export class Completions {
  readonly #tables: TablesOfConnections;

  constructor(
    platforms: Platforms,
    private readonly connections: DocumentConnections,
    private readonly locale: Locale,
  ) {
    this.#tables = new TablesOfConnections(platforms);
  }

  async at(
    document: vscode.TextDocument,
    parsed: ParsedQuery,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionList> {
    const abort = new AbortController();
    const cancelling = token.onCancellationRequested(() => abort.abort());
    const names = new PromptNames(this.#tablesOf(document.uri) ?? nothingKnown);
    const isStillThere = cursorAt(document, position);
    try {
      const offset = document.offsetAt(position);
      const found = await completeAt(parsed, offset, names, this.locale, abort.signal);
      const items = found.items.map((item) => toItem(item, rangeOf(document, found)));
      void names.late?.then(() => suggestAgain(isStillThere));
      return new vscode.CompletionList(items, names.late !== undefined);
    } finally {
      cancelling.dispose();
    }
  }

  forgetNames(): void {
    this.#tables.forget();
  }

  /**
   * Table names to check a document against. They are requested for the tab of a scheduled query; other
   * documents use only what completion has already requested.
   */
  async tableNames({ uri }: vscode.TextDocument): Promise<readonly string[]> {
    const isScheduledQuery = filesInTabs('logbench').some((file) => file.toString() === uri.toString());
    return (await this.#tablesOf(uri)?.allTables(isScheduledQuery)) ?? [];
  }

  #tablesOf(uri: vscode.Uri): KnownTables | undefined {
    const mayRequest = mayRequestNames(uri.scheme, vscode.workspace.isTrusted);
    return mayRequest ? this.#tables.of(this.connections.of(uri)) : undefined;
  }
}

/** Called when late names have arrived. Shows them if the cursor has not moved. */
async function suggestAgain(isStillThere: ReturnType<typeof cursorAt>): Promise<void> {
  if (!isStillThere(vscode.window.activeTextEditor)) return;
  // VS Code ignores this command while a list is shown, even one that says "No suggestions".
  await Promise.all(
    ['hideSuggestWidget', 'editor.action.triggerSuggest'].map(async (command) =>
      vscode.commands.executeCommand(command),
    ),
  );
}

const kinds: Readonly<Record<CompletionItem['kind'], vscode.CompletionItemKind>> = {
  command: vscode.CompletionItemKind.Method,
  option: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
  function: vscode.CompletionItemKind.Function,
  aggregate: vscode.CompletionItemKind.Function,
  field: vscode.CompletionItemKind.Field,
  table: vscode.CompletionItemKind.Struct,
  parameter: vscode.CompletionItemKind.Variable,
  keyword: vscode.CompletionItemKind.Keyword,
  operator: vscode.CompletionItemKind.Operator,
  snippet: vscode.CompletionItemKind.Snippet,
};

/** The detail at the right of a completion item. */
function describe({ kind, detail, writes }: CompletionItem): Pick<vscode.CompletionItemLabel, 'description'> {
  if (writes) return { description: t('writes or sends') };
  return kind === 'operator' || kind === 'keyword' || kind === 'snippet' ? { description: detail } : {};
}

const last = 99;
const suggestNext = { command: 'editor.action.triggerSuggest', title: '' };

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function toItem(item: CompletionItem, range: vscode.Range): vscode.CompletionItem {
  const completion = new vscode.CompletionItem(
    { label: plainText(item.label), ...describe(item) },
    kinds[item.kind],
  );
  // Filters by the real name, even while the list shows a masked one.
  completion.filterText = item.label;
  completion.insertText = item.isSnippet ? new vscode.SnippetString(item.insertText) : item.insertText;
  completion.range = range;
  completion.detail = item.detail;
  completion.documentation = item.documentation;
  const { rank, order = last } = item;
  completion.sortText = `${twoDigits(rank)}${twoDigits(order)}${item.label}`;
  if (item.insertText.endsWith(' ')) completion.command = suggestNext;
  return completion;
}
