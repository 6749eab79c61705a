import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { parseNotebook, printNotebook } from '../../../core/notebook/markdownCells';
import type { MarkdownCell } from '../../../core/notebook/markdownCells';
import { isReadable, readProperties, withProperties } from '../../../core/notebook/notebookProperties';
import { t } from '../../../core/base/localize';
import type { CellRun } from '../../../core/pages/notebook';
import { ExplainedError } from '../../ui/failures/failureText';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { Memory } from '../../ui/memory';
import { cellKeys } from './runStore';
import type { FeatureDeps } from '../../ui/openUi';
import type { ResultsAccess } from '../../ui/access';

export const notebookType = 'logbench-notebook';
export const queryLanguage = 'logbench-query';

/** What is kept of the file with each cell. */
const cellMetadata = z.catch(
  z.looseObject({
    name: z._default(z.string(), ''),
    summary: z.optional(z.string()),
    /** The text that the summary is about: it is not written for another one. */
    summarized: z.optional(z.string()),
    source: z.optional(
      z.object({ index: z.number(), before: z.string(), body: z.string(), closed: z.boolean() }),
    ),
  }),
  { name: '' },
);

type CellMetadata = z.infer<typeof cellMetadata>;

const notebookMetadata = z.catch(
  z.looseObject({ frontMatter: z._default(z.string(), ''), tail: z._default(z.string(), '\n') }),
  { frontMatter: '', tail: '\n' },
);

export function metadataOf({ metadata }: Pick<vscode.NotebookCell, 'metadata'>): CellMetadata {
  return cellMetadata.parse(metadata);
}

export function frontMatterOf({ metadata }: Pick<vscode.NotebookDocument, 'metadata'>): string {
  return notebookMetadata.parse(metadata).frontMatter;
}

export function queriesOf(notebook: vscode.NotebookDocument): readonly vscode.NotebookCell[] {
  return notebook.getCells().filter(({ kind }) => kind === vscode.NotebookCellKind.Code);
}

/** Notebooks as Markdown. Outputs are not part of the file. */
export const notebookFile: vscode.NotebookSerializer = {
  deserializeNotebook: (content) => {
    const { frontMatter, cells, tail } = parseNotebook(decoded(content));
    const data = new vscode.NotebookData(cells.map(toCellData));
    data.metadata = { frontMatter, tail };
    return data;
  },
  serializeNotebook: ({ metadata, cells }) => {
    const { frontMatter, tail } = notebookMetadata.parse(metadata);
    return new TextEncoder().encode(printNotebook({ frontMatter, cells: cells.map(toMarkdownCell), tail }));
  },
};

/** The byte order mark is part of the text, because every byte is kept. */
function decoded(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new ExplainedError(
      t('The file is not UTF-8. Open it with the text editor and save it with this encoding.'),
    );
  }
}

function toCellData({ kind, name, value, summary, source }: MarkdownCell): vscode.NotebookCellData {
  const data =
    kind === 'text'
      ? new vscode.NotebookCellData(vscode.NotebookCellKind.Markup, value, 'markdown')
      : new vscode.NotebookCellData(vscode.NotebookCellKind.Code, value, queryLanguage);
  data.metadata = { name, ...(summary === undefined ? {} : { summary, summarized: value }), source };
  return data;
}

function toMarkdownCell(data: vscode.NotebookCellData): MarkdownCell {
  const { name, summary, summarized = '', source } = cellMetadata.parse(data.metadata ?? {});
  const isSummarized = summarized.replaceAll(/\r\n?/g, '\n') === data.value.replaceAll(/\r\n?/g, '\n');
  const isQuery = data.kind === vscode.NotebookCellKind.Code;
  return {
    kind: isQuery ? 'query' : 'text',
    name: isQuery ? name : '',
    value: data.value,
    ...(isQuery && summary !== undefined && isSummarized ? { summary } : {}),
    source,
  };
}

/** A new cell with a query. */
export function newQueryCell(text: string): vscode.NotebookCellData {
  return toCellData({ kind: 'query', name: '', value: text });
}

/** A new cell with text. */
export function newTextCell(markdown: string): vscode.NotebookCellData {
  return toCellData({ kind: 'text', name: '', value: markdown });
}

/** The front matter with changed properties, or a sentence that says why it cannot be changed. */
export function changedFrontMatter(
  frontMatter: string,
  changes: Parameters<typeof withProperties>[1],
): string {
  if (isReadable(frontMatter)) return withProperties(frontMatter, changes);
  throw new ExplainedError(
    t(
      'The front matter of the notebook has errors, which are listed in Problems. Correct it with Reopen Editor With… > Text Editor.',
    ),
  );
}

export async function editNotebook(
  { uri }: vscode.NotebookDocument,
  ...edits: vscode.NotebookEdit[]
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(uri, edits);
  await vscode.workspace.applyEdit(edit);
}

/** With `outputs: summary`, the count of rows and the time of the run are written into the file; otherwise removed. */
export async function writeSummary(cell: vscode.NotebookCell, run: CellRun): Promise<void> {
  const { summary: before, summarized: _, ...others } = cell.metadata;
  const writes = readProperties(frontMatterOf(cell.notebook)).properties.outputs === 'summary';
  if (cell.index === -1 || (!writes && before === undefined)) return;
  const metadata = writes ? { ...others, summary: summaryOf(run), summarized: run.text } : others;
  await editNotebook(cell.notebook, vscode.NotebookEdit.updateCellMetadata(cell.index, metadata));
}

/** For reviewers in any language and time zone: no value of a log, no sentence of the product. */
function summaryOf({ started, total, failure }: CellRun): string {
  const time = new Date(started).toISOString().replace(/\.\d+Z$/, 'Z');
  return failure === null ? `${total} rows, ${time}` : `failed, ${time}`;
}

/** Identifies a cell until its notebook is closed. */
export function idOf(cell: vscode.NotebookCell): string {
  return cell.document.uri.toString();
}

/** The URI of its notebook. */
export function uriOf({ notebook }: vscode.NotebookCell): string {
  return notebook.uri.toString();
}

/** Identifies a cell of a notebook across reloads. */
export function keyOf(cell: vscode.NotebookCell): string {
  return keysOf(cell.notebook)[queriesOf(cell.notebook).indexOf(cell)] ?? '';
}

export function keysOf(notebook: vscode.NotebookDocument): readonly string[] {
  return cellKeys(queriesOf(notebook).map(({ document }) => document.getText()));
}

/** Whether both have the same queries and properties, so that they have the same results. */
export function hasSameQueries(one: vscode.NotebookDocument, other: vscode.NotebookDocument): boolean {
  const propertiesOf = (notebook: vscode.NotebookDocument): unknown =>
    readProperties(frontMatterOf(notebook)).properties;
  return (
    isDeepStrictEqual(keysOf(one), keysOf(other)) && isDeepStrictEqual(propertiesOf(one), propertiesOf(other))
  );
}

/** The dependencies of notebooks. */
export interface NotebookDeps extends FeatureDeps {
  readonly documents: DocumentConnections;
  /** Workspace state for running queries. */
  readonly memory: Memory;
  /** The folder for results. */
  readonly storage: string;
  /** The folder of the templates in the package. */
  readonly templates: string;
  readonly results: ResultsAccess;
}
