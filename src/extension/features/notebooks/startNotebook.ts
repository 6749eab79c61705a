import { compareNames } from '../../../core/base/compareNames';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { findScheduledQuery } from '../../../core/api/findScheduledQuery';
import { withoutFrontMatter } from '../../../core/language/frontMatter';
import { fillTemplate } from '../../../core/notebook/fillTemplate';
import { parseNotebook, printNotebook } from '../../../core/notebook/markdownCells';
import { isReadable, withProperties } from '../../../core/notebook/notebookProperties';
import { t } from '../../../core/base/localize';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import { CanceledError } from '../../ui/prompts/canceled';
import type { NotebookDeps } from './notebookFile';
import {
  changedFrontMatter,
  editNotebook,
  newQueryCell,
  newTextCell,
  notebookFile,
  notebookType,
} from './notebookFile';
import { insertCell } from './rendererMessages';
import { KeptResults } from './keptResults';
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
  if (ofTeam.length > 0) return ofTeam.sort((one, other) => compareNames(one.path, other.path));
  const packaged = vscode.Uri.file(folder);
  const entries = await vscode.workspace.fs.readDirectory(packaged);
  return entries.map(([name]) => vscode.Uri.joinPath(packaged, name));
}

/** `account-takeover.lq.md` is listed as `Account takeover`. */
function labelOf({ path: file }: vscode.Uri): string {
  const words = path.posix.basename(file, '.lq.md').replaceAll(/[-_]+/g, ' ');
  const labels = new Map([
    ['account takeover', t('Account Takeover')],
    ['silent source', t('Silent Source')],
    ['noisy rule', t('Noisy Rule')],
    ['failing schedule', t('Failing Schedule')],
  ]);
  return labels.get(words) ?? words.replace(/^./u, (first) => first.toUpperCase());
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
async function openNotebook(deps: NotebookDeps, text: string, { name }: Connection): Promise<void> {
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
  await new KeptResults(deps).forget(uri);
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
  await addTo(notebook, deps, { text, note }, async () =>
    uri === undefined ? resolveConnection(deps.platforms, [name], title) : deps.documents.ofOrAsk(uri, title),
  );
}

/** Adds a query to a notebook, or to a new one on a connection; before it a note in Markdown, if there is one. */
export async function addTo(
  notebook: vscode.NotebookDocument | undefined,
  deps: NotebookDeps,
  { text, note }: { readonly text: string; readonly note: string },
  connection: () => Promise<Connection>,
): Promise<void> {
  if (notebook === undefined) {
    await openNotebook(deps, emptyNotebook(text, note), await connection());
    return;
  }
  if (note !== '') await insertCell(notebook, notebook.cellCount, newTextCell(note), false);
  await insertCell(notebook, notebook.cellCount, newQueryCell(text), false);
}

/** An open notebook that the user selects; undefined for a new one. */
export async function pickNotebook(
  { ui }: NotebookDeps,
  title: string,
): Promise<vscode.NotebookDocument | undefined> {
  const open = vscode.workspace.notebookDocuments.filter(
    (notebook) => notebook.notebookType === notebookType,
  );
  if (open.length === 0) return undefined;
  return ui.prompts.pick<vscode.NotebookDocument | undefined>({
    title,
    choices: [
      ...open.map((notebook) => ({
        label: path.posix.basename(notebook.uri.path),
        description: vscode.workspace.asRelativePath(notebook.uri),
        icon: 'notebook',
        value: notebook,
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
