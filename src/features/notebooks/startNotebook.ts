import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { withoutFrontMatter } from '../../language/frontMatter';
import { fillTemplate } from '../../notebook/fillTemplate';
import { parseNotebook, printNotebook } from '../../notebook/markdownCells';
import { isReadable, withProperties, readProperties } from '../../notebook/notebookProperties';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError, rejectHiddenValue } from '../../ui/failures/failureText';
import { CanceledError } from '../../ui/prompts/canceled';
import type { NotebookDeps } from './notebookFile';
import {
  changedFrontMatter,
  editNotebook,
  newQueryCell,
  newTextCell,
  notebookFile,
  notebookType,
  frontMatterOf,
} from './notebookFile';
import { insertCell } from './rendererMessages';
import { RunStore } from './runStore';
import type { PlatformClient } from '../../api/client';
import { fieldsIn, sampleRows } from '../../api/tableFields';
import { listTableNames } from '../../api/tableNames';
import { conditionOf } from '../../results/searchForValue';
import { sensitiveColumn, sensitiveKinds } from '../../shared/privacy/sensitiveColumns';
import { cell } from '../../shared/protocol/queryResults';
import { withProgress } from '../../ui/prompts/progress';
import { resolveConnection } from '../../ui/resolveTarget';

/** Teams replace the templates of the package by files in such a folder of their workspace. */
const teamTemplates = '**/notebook-templates/*.lq.md';

/** What needs attention on a connection. */
const attentionItem = z.union([
  z.object({ connection: z.string(), guid: z.string(), name: z.string() }),
  z.object({ connection: z.string(), table: z.string() }),
]);

/** Creates a notebook about what needs attention, or from a template that the user selects. */
export async function newNotebook(deps: NotebookDeps, [arg]: readonly unknown[]): Promise<void> {
  const { data: item } = attentionItem.safeParse(arg);
  if (item !== undefined) {
    await openAbout(deps, item);
    return;
  }
  const title = t('New Notebook');
  const templates = await templateFiles(deps.templates);
  const file = await deps.ui.prompts.pick<vscode.Uri | undefined>({
    title,
    choices: [
      { label: t('Empty notebook'), icon: 'new-file', value: undefined },
      ...templates.map((uri) => ({ label: labelOf(uri), icon: 'notebook-template', value: uri })),
    ],
  });
  const connection = await resolveConnection(deps.platforms, [arg], title);
  await openNotebook(deps, file === undefined ? emptyNotebook('') : await readTemplate(file), connection);
}

async function openAbout(deps: NotebookDeps, item: z.infer<typeof attentionItem>): Promise<void> {
  const connection = deps.platforms.find(item.connection);
  if (connection === undefined) throw new CanceledError();
  if ('table' in item) {
    const subject = { parameter: 'table', name: item.table } as const;
    await openNotebook(deps, fillTemplate(await templateCalled(deps, 'silent-source'), subject), connection);
    return;
  }
  const found = await findScheduledQuery(await deps.platforms.clientFor(connection), item.guid);
  const subject = { parameter: 'schedule', name: item.name, query: found?.query } as const;
  await openNotebook(deps, fillTemplate(await templateCalled(deps, 'failing-schedule'), subject), connection);
}

/** That of the team, otherwise that of the package. */
async function templateCalled({ templates }: NotebookDeps, name: string): Promise<string> {
  const file = `${name}.lq.md`;
  const found = (await templateFiles(templates)).find((uri) => path.posix.basename(uri.path) === file);
  return readTemplate(found ?? vscode.Uri.joinPath(vscode.Uri.file(templates), file));
}

/** Those of the workspace, otherwise those of the package. */
async function templateFiles(folder: string): Promise<readonly vscode.Uri[]> {
  const ofTeam = vscode.workspace.isTrusted
    ? // Without the search of VS Code, those of the package can still be used.
      await vscode.workspace.findFiles(teamTemplates, undefined, 50).then(undefined, () => [])
    : [];
  if (ofTeam.length > 0) return ofTeam.sort((one, other) => one.path.localeCompare(other.path));
  const packaged = vscode.Uri.file(folder);
  const entries = await vscode.workspace.fs.readDirectory(packaged);
  return entries.map(([name]) => vscode.Uri.joinPath(packaged, name));
}

/** `account-takeover.lq.md` is listed as `Account takeover`. */
function labelOf({ path: file }: vscode.Uri): string {
  const words = path.posix.basename(file, '.lq.md').replaceAll(/[-_]+/g, ' ');
  const labels: Readonly<Record<string, string>> = {
    'account takeover': t('Account Takeover'),
    'silent source': t('Silent Source'),
    'noisy rule': t('Noisy Rule'),
    'failing schedule': t('Failing Schedule'),
  };
  return labels[words] ?? words.replace(/^./u, (first) => first.toUpperCase());
}

async function readTemplate(uri: vscode.Uri): Promise<string> {
  const text = await (uri.scheme === 'file'
    ? readFile(uri.fsPath, 'utf8')
    : vscode.workspace.fs.readFile(uri).then((bytes) => new TextDecoder().decode(bytes)));
  if (isReadable(parseNotebook(text).frontMatter)) return text;
  const name = path.posix.basename(uri.path);
  throw new ExplainedError(
    t('The front matter of the template {0} has errors. Correct it, then try again.', name),
  );
}

/** The text of a notebook with one query. */
function emptyNotebook(query: string, note = ''): string {
  const cells = [
    { kind: 'text', name: '', value: `# ${t('Investigation')}${note && `\n\n${note}`}` },
    { kind: 'query', name: '', value: query },
  ] as const;
  return printNotebook({ frontMatter: withProperties('', { from: '1d' }), cells, tail: '\n' });
}

/** Opens an untitled notebook with this text, on a connection. */
async function openNotebook({ storage }: NotebookDeps, text: string, { name }: Connection): Promise<void> {
  const { frontMatter, ...rest } = parseNotebook(text);
  const content = printNotebook({
    ...rest,
    frontMatter: changedFrontMatter(frontMatter, { connection: name }),
  });
  const { token } = new vscode.CancellationTokenSource();
  const data = await notebookFile.deserializeNotebook(new TextEncoder().encode(content), token);
  // VS Code would name it after the last extension alone, and the file would not be a notebook.
  const uri = await unusedUri();
  // One of this name may have been discarded.
  await new RunStore(storage).forget(uri.toString());
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  await editNotebook(
    notebook,
    vscode.NotebookEdit.replaceCells(new vscode.NotebookRange(0, notebook.cellCount), data.cells),
    vscode.NotebookEdit.updateNotebookMetadata(data.metadata ?? {}),
  );
  await vscode.window.showNotebookDocument(notebook);
}

/** That of no open notebook and of no file where VS Code offers to save it. */
async function unusedUri(): Promise<vscode.Uri> {
  const open = new Set(vscode.workspace.notebookDocuments.map(({ uri }) => uri.path));
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const entries =
    folder === undefined ? [] : await vscode.workspace.fs.readDirectory(folder.uri).then(undefined, () => []);
  const used = new Set([...open, ...entries.map(([name]) => name)]);
  let number = 1;
  while (used.has(`Notebook-${number}.lq.md`)) number += 1;
  return vscode.Uri.from({ scheme: 'untitled', path: `Notebook-${number}.lq.md` });
}

/**
 * Adds the query of the active editor, or a text of a connection, to an open notebook or a new one; before it a note
 * in Markdown, if there is one.
 */
export async function addQuery(deps: NotebookDeps, [arg, name, markdown]: readonly unknown[]): Promise<void> {
  const { text, uri } = queryToAdd(arg);
  const note = typeof markdown === 'string' ? markdown : '';
  const title = t('Add to Notebook');
  const notebook = await pickNotebook(deps, title);
  if (notebook !== undefined) {
    if (note !== '') await insertCell(notebook, notebook.cellCount, newTextCell(note), false);
    await insertCell(notebook, notebook.cellCount, newQueryCell(text), false);
    return;
  }
  const connection = await (uri === undefined
    ? resolveConnection(deps.platforms, [name], title)
    : deps.documents.ofOrAsk(uri, title));
  await openNotebook(deps, emptyNotebook(text, note), connection);
}

/** An open notebook that the user selects; undefined for a new one. */
async function pickNotebook(
  { ui }: NotebookDeps,
  title: string,
): Promise<vscode.NotebookDocument | undefined> {
  const open = vscode.workspace.notebookDocuments.filter((one) => one.notebookType === notebookType);
  if (open.length === 0) return undefined;
  return ui.prompts.pick<vscode.NotebookDocument | undefined>({
    title,
    choices: [
      ...open.map((one) => ({
        label: path.posix.basename(one.uri.path),
        description: vscode.workspace.asRelativePath(one.uri),
        icon: 'notebook',
        value: one,
      })),
      { label: t('New Notebook'), icon: 'new-file', value: undefined },
    ],
  });
}

/** A text, or the selection or the query of the active editor, without its front matter. */
function queryToAdd(arg: unknown): { readonly text: string; readonly uri: vscode.Uri | undefined } {
  if (typeof arg === 'string') return { text: arg, uri: undefined };
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'logbench-query') throw new CanceledError();
  const { document, selection } = editor;
  const text = selection.isEmpty ? withoutFrontMatter(document.getText()) : document.getText(selection);
  if (text.trim() === '') throw new CanceledError();
  return { text: text.trim(), uri: document.uri };
}

/** A value of a result on a connection. */
const pivotValue = z.object({
  connection: z.string(),
  column: z.string(),
  value: cell,
  isNumber: z._default(z.boolean(), false),
  /** Searches all fields with such values, whatever their names are. */
  kind: z.optional(z.enum(sensitiveKinds)),
});

/** Tables are asked for their fields a few at a time, and not more than this. */
const maxTables = 200;
const atOnce = 4;

/** Adds a cell that searches for a value in the tables that have such a field, over the time of the notebook. */
export async function pivot(deps: NotebookDeps, [arg]: readonly unknown[]): Promise<void> {
  const { data } = pivotValue.safeParse(arg);
  const connection = data && deps.platforms.find(data.connection);
  if (data === undefined || connection === undefined) throw new CanceledError();
  const { column, value } = data;
  rejectHiddenValue(JSON.stringify(value));
  if (searchForFields([column], data) === undefined)
    throw new ExplainedError(t('This value cannot be used in a condition.'));
  const notebook = await pickNotebook(deps, t('Pivot'));
  const client = await deps.platforms.clientFor(connection);
  const tables = await withProgress(t('Looking for tables with the field {0}', column), async (signal) =>
    tablesWith(client, data, signal),
  );
  if (tables.size === 0) throw new ExplainedError(t('No table has a field “{0}”.', column));
  const search = searchForFields([...new Set([...tables.values()].flat())], data);
  const text = `table ${timeOf(notebook)} ${[...tables.keys()].join(', ')}\n| ${search}`;
  if (notebook === undefined) await openNotebook(deps, emptyNotebook(text), connection);
  else await insertCell(notebook, notebook.cellCount, newQueryCell(text), false);
}

/** The time range of the notebook, otherwise the last day. */
function timeOf(notebook: vscode.NotebookDocument | undefined): string {
  const isRange =
    notebook === undefined || readProperties(frontMatterOf(notebook)).properties.from !== undefined;
  return isRange ? 'from=$("from") to=$("to")' : 'duration=1d';
}

type PivotValue = z.infer<typeof pivotValue>;

/** Undefined for a value that cannot be written in a query. */
function searchForFields(fields: readonly string[], { value, isNumber }: PivotValue): string | undefined {
  const conditions = fields.map((field) => conditionOf(field, value, isNumber));
  return conditions.includes(undefined) ? undefined : `search ${conditions.join(' or ')}`;
}

/** Tables that have such a field, and their fields. Tables that cannot be read are left out. */
async function tablesWith(
  client: PlatformClient,
  { column, kind }: PivotValue,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const isWanted = (field: string): boolean =>
    kind === undefined ? field === column : sensitiveColumn(field)?.kind === kind;
  const names = await listTableNames(client, signal, maxTables);
  const found = new Map<string, readonly string[]>(names.map((name) => [name, []]));
  const waiting = [...names];
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      signal.throwIfAborted();
      const rows = await sampleRows(client, name, signal).catch(() => []);
      const fields = fieldsIn(rows).map((field) => field.name);
      found.set(name, fields.filter(isWanted));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return new Map([...found].filter(([, fields]) => fields.length > 0));
}
