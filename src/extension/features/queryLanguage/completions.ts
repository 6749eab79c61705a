import * as vscode from 'vscode';
import type { ParsedQuery } from '../../../core/language/parseQuery';
import { comparedField } from '../../../core/language/services/comparedField';
import type { ComparedField } from '../../../core/language/services/comparedField';
import { completeAt } from '../../../core/language/services/completion';
import type { CompletionItem } from '../../../core/language/services/completionItems';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import type { Converter, ConvertersOfTable } from '../../../core/language/services/numericTexts';
import type { FieldsOfTable } from '../../../core/language/services/unknownFields';
import type { RuleKind } from '../../../core/interface/rule';
import type { RuleReference } from '../../../core/interface/ruleReferences';
import { filesInTabs } from '../../ui/documents/filesInTabs';
import { cursorAt } from './cursorAt';
import { mayRequestNames, PromptNames, TablesOfConnections } from './knownTables';
import type { KnownTables } from './knownTables';
import { rangeOf } from './ranges';
import { hidingMasker } from '../../../core/privacy/hiddenValues';
import type { SeenValue, SeenValues } from '../../ui/connections/seenValues';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { ProjectFiles } from '../../ui/access';
import type { FeatureDeps } from '../../ui/openUi';

const nothingKnown = {
  tables: async () => Promise.resolve([]),
  fieldsOf: async () => Promise.resolve([]),
};

/** Completions; names of tables and fields come from the connection of the document when it responds. */
export class Completions {
  readonly #tables: TablesOfConnections;

  constructor(private readonly deps: Pick<QueryLanguageDeps, 'platforms' | 'connections' | 'seen'>) {
    this.#tables = new TablesOfConnections(deps.platforms, deps.seen);
  }

  async at(
    document: vscode.TextDocument,
    parsed: ParsedQuery,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionList> {
    const abort = new AbortController();
    const cancellation = token.onCancellationRequested(() => abort.abort());
    const names = new PromptNames(this.#tablesOf(document.uri) ?? nothingKnown);
    const isStillThere = cursorAt(document, position);
    try {
      const offset = document.offsetAt(position);
      const found = await completeAt(parsed, offset, names, abort.signal);
      const items = found.items.map((item) => toItem(item, rangeOf(document, found)));
      void names.late?.then(() => suggestAgain(isStillThere));
      const values = this.#valuesAt(document, parsed, offset);
      return new vscode.CompletionList([...values, ...items], names.late !== undefined || values.length > 0);
    } finally {
      cancellation.dispose();
    }
  }

  /** From memory: no request is sent because somebody types. */
  #valuesAt(document: vscode.TextDocument, parsed: ParsedQuery, offset: number): vscode.CompletionItem[] {
    const connection = this.deps.connections.of(document.uri);
    const compared = connection && comparedField(parsed, offset);
    if (!compared) return [];
    const values = this.deps.seen.of(connection, compared.tables, compared.field);
    return valueCompletions(document, compared, values);
  }

  forgetNames(): void {
    this.#tables.forget();
  }

  /**
   * The names to check a document against. They are requested for the tab of a scheduled query; other documents
   * use only what completion has already requested.
   *
   * @param read the tables of which fields are required.
   */
  async checkedNames({ uri }: vscode.TextDocument, read: readonly string[]): Promise<CheckedNames> {
    const isScheduledQuery = filesInTabs('logbench').some((file) => file.toString() === uri.toString());
    const ofConnection = this.#tablesOf(uri);
    const tables = (await ofConnection?.allTables(isScheduledQuery)) ?? [];
    const fields = new Map<string, ReadonlySet<string>>();
    const converters = new Map<string, ReadonlyMap<string, Converter>>();
    for (const table of read) {
      const isThere = isScheduledQuery && tables.includes(table);
      const known = (await ofConnection?.checkedFields(table, isThere)) ?? [];
      if (known.length > 0) fields.set(table, new Set(known.map(({ name }) => name)));
      const texts = known.flatMap(({ name, converter }) => (converter ? [[name, converter] as const] : []));
      converters.set(table, new Map(texts));
    }
    return { tables, fieldsOf: (table) => fields.get(table), convertersOf: (table) => converters.get(table) };
  }

  /** A file of a project says nothing that is sent, so it needs no trust. */
  async references(kind: RuleKind, uri: vscode.Uri): Promise<readonly RuleReference[]> {
    return (await this.#tables.of(this.deps.connections.of(uri))?.references(kind)) ?? [];
  }

  #tablesOf(uri: vscode.Uri): KnownTables | undefined {
    const mayRequest = mayRequestNames(uri.scheme, vscode.workspace.isTrusted);
    return mayRequest ? this.#tables.of(this.deps.connections.of(uri)) : undefined;
  }
}

interface CheckedNames {
  /** Empty if unknown. */
  readonly tables: readonly string[];
  readonly fieldsOf: FieldsOfTable;
  readonly convertersOf: ConvertersOfTable;
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

/** The values of the compared field that this window has seen, and an item that reads more of them. */
function valueCompletions(
  document: vscode.TextDocument,
  compared: ComparedField,
  values: readonly SeenValue[],
): vscode.CompletionItem[] {
  const range = rangeOf(document, compared);
  const items = values.flatMap((value, index) => {
    const literal = compared.literal(value);
    if (literal === undefined) return [];
    const item = valueItem(compared.field, value, literal, document.getText(range));
    item.range = range;
    item.sortText = `00${String(index).padStart(3, '0')}`;
    return [item];
  });
  return [...items, loadItem(document, range, compared)];
}

/** A hidden value is listed by its mask, but not inserted, because the editor would show it. */
function valueItem(field: string, value: SeenValue, literal: string, typed: string): vscode.CompletionItem {
  const mask = hidingMasker()?.value(field, value);
  const masked = typeof mask === 'string' ? mask : String(value);
  const item = new vscode.CompletionItem(plainText(masked), vscode.CompletionItemKind.Value);
  const isHidden = masked !== String(value);
  // As it is typed, with escape sequences and without the quotes, of which the first is typed before the range.
  item.filterText = isHidden ? `${typed}${masked}` : literal.replace(/^"|"$/g, '');
  item.insertText = isHidden ? typed : literal;
  if (isHidden) item.detail = t('This value is hidden. Show sensitive values to insert it.');
  return item;
}

/** Follows the values, and stays in the list whatever is typed. */
function loadItem(
  document: vscode.TextDocument,
  range: vscode.Range,
  { field, tables, period }: ComparedField,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(t('Load Values…'), vscode.CompletionItemKind.Event);
  const typed = document.getText(range);
  item.detail = plainText(t('Reads the most frequent values of “{0}” from {1}.', field, tables.join(', ')));
  // Matches whatever is typed, but less well than a value that begins with it.
  item.filterText = `… ${typed}`;
  item.insertText = typed;
  item.range = range;
  item.sortText = '00999';
  item.command = {
    command: 'logbench.query.loadValues',
    title: '',
    arguments: [document.uri, { field, tables, period }],
  };
  return item;
}

/** The dependencies of the language features. */
export interface QueryLanguageDeps extends FeatureDeps {
  readonly connections: DocumentConnections;
  readonly projects: ProjectFiles;
  readonly seen: SeenValues;
  readonly tables: { readonly onDidChange: vscode.Event<unknown> };
}
