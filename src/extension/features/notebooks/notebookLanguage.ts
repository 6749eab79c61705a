import path from 'node:path';
import * as vscode from 'vscode';
import { findFrontMatter } from '../../../core/language/frontMatter';
import {
  isReadable,
  openFrontMatterProblem,
  readProperties,
} from '../../../core/notebook/notebookProperties';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import type { Platforms } from '../../ui/connections/connection';
import { problemAt } from '../../ui/documents/textProblems';
import { frontMatterOf, metadataOf, notebookType, queryLanguage } from './notebookFile';
import type { NotebookDeps } from './notebookFile';
import type { CellRuns } from './cellRuns';

/** Reports problems in the front matter of open notebooks, which shows in no cell, and names that several cells have. */
export function registerNotebookProblems({ platforms, ui }: NotebookDeps): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('logbench.notebook');
  /** By URI: whether its notice is still shown. */
  const told = new Map<string, { isShown: boolean }>();
  const check = (notebook: vscode.NotebookDocument): void => {
    if (notebook.notebookType !== notebookType) return;
    problems.set(notebook.uri, problemsOf(notebook, platforms));
    const uri = notebook.uri.toString();
    if (isReadable(frontMatterOf(notebook))) {
      // VS Code cannot close a single notice.
      if (told.get(uri)?.isShown) void vscode.commands.executeCommand('notifications.hideToasts');
      told.delete(uri);
    } else if (!told.has(uri)) {
      const notice = { isShown: true };
      told.set(uri, notice);
      void tellUnreadable(ui, notebook).finally(() => (notice.isShown = false));
    }
  };
  const checkAll = (): void => vscode.workspace.notebookDocuments.forEach(check);
  checkAll();
  return vscode.Disposable.from(
    problems,
    platforms.onDidChange(checkAll),
    vscode.workspace.onDidOpenNotebookDocument(check),
    vscode.workspace.onDidChangeNotebookDocument((change) => {
      if (isRelevant(change)) check(change.notebook);
    }),
    vscode.workspace.onDidCloseNotebookDocument(({ uri }) => {
      problems.delete(uri);
      told.delete(uri.toString());
    }),
  );
}

/** For example, it has conflicts of a merge. */
async function tellUnreadable(
  { prompts }: NotebookDeps['ui'],
  { uri }: vscode.NotebookDocument,
): Promise<void> {
  const opens = await prompts.notify({
    severity: 'warning',
    message: t(
      'The front matter of {0} has errors or merge conflicts and is not used. Correct it in the text editor.',
      path.posix.basename(uri.path),
    ),
    buttons: [{ label: t('Open Text Editor'), value: true }],
  });
  if (opens === true) await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
}

/** What is typed in a cell is not, except the first: a key must not cost more in a long notebook. */
function isRelevant({ metadata, contentChanges, cellChanges }: vscode.NotebookDocumentChangeEvent): boolean {
  const isRenamed = cellChanges.some((change) => change.metadata !== undefined || change.cell.index === 0);
  return metadata !== undefined || contentChanges.length > 0 || isRenamed;
}

function problemsOf(notebook: vscode.NotebookDocument, platforms: Platforms): vscode.Diagnostic[] {
  const text = frontMatterOf(notebook);
  const { properties, problems } = readProperties(text);
  const { connection } = properties;
  const unknown =
    connection !== undefined && platforms.find(connection) === undefined
      ? [
          {
            ...rangeOfConnection(text),
            message: t(
              'There is no connection “{0}”. Select another as the kernel of the notebook, or add it.',
              connection,
            ),
          },
        ]
      : [];
  const open = openFrontMatterProblem(text, firstText(notebook));
  const names = notebook.getCells().map((cell) => metadataOf(cell).name);
  const repeated = new Set(names.filter((name, index) => name !== '' && names.indexOf(name) !== index));
  return [
    ...[...problems, ...unknown, ...(open === undefined ? [] : [{ from: 0, to: 3, message: open }])].map(
      ({ from, to, message }) => {
        const range = new vscode.Range(positionAt(text, from), positionAt(text, Math.max(to, from + 1)));
        return problemAt(range, message, undefined, 'warning');
      },
    ),
    ...[...repeated].map((name) => {
      const message = t(
        'Several cells are called “{0}”. Later cells use the values of the last one before them.',
        name,
      );
      return problemAt(new vscode.Range(0, 0, 0, 0), message, undefined, 'warning');
    }),
  ];
}

function firstText(notebook: vscode.NotebookDocument): string {
  const [first] = notebook.getCells();
  return first?.kind === vscode.NotebookCellKind.Markup ? first.document.getText() : '';
}

function rangeOfConnection(text: string): { readonly from: number; readonly to: number } {
  const from = findFrontMatter(text)?.yaml.from ?? 0;
  const line = /^connection:.*$/m.exec(text.slice(from));
  return { from: from + (line?.index ?? 0), to: from + (line?.index ?? 0) + (line?.[0].length ?? 0) };
}

function positionAt(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}

/** Completes `$("` with the parameters of the notebook and the columns of the named cells before. */
export function registerCellCompletions(runs: CellRuns): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { language: queryLanguage, notebookType },
    {
      provideCompletionItems: (document, position) => {
        const line = document.lineAt(position).text.slice(0, position.character);
        const [, typed] = /\$\("([^"]*)$/.exec(line) ?? [];
        if (typed === undefined) return [];
        const cell = cellOf(document);
        if (cell === undefined) return [];
        const start = position.translate(0, -typed.length);
        return referencesBefore(cell, runs).map(({ name, kind }) => {
          const item = new vscode.CompletionItem(plainText(name), kind);
          item.insertText = name;
          item.filterText = name;
          item.range = new vscode.Range(start, position);
          return item;
        });
      },
    },
    '"',
    '.',
  );
}

function cellOf(document: vscode.TextDocument): vscode.NotebookCell | undefined {
  const cells = vscode.workspace.notebookDocuments.flatMap((notebook) => notebook.getCells());
  return cells.find((cell) => cell.document === document);
}

function referencesBefore(cell: vscode.NotebookCell, runs: CellRuns) {
  const { parameters } = readProperties(frontMatterOf(cell.notebook)).properties;
  const named = cell.notebook
    .getCells()
    .slice(0, cell.index)
    .filter((other) => metadataOf(other).name !== '');
  const { Variable, Field } = vscode.CompletionItemKind;
  return [
    ...['from', 'to', ...parameters.keys()].map((name) => ({ name, kind: Variable })),
    ...named.flatMap((other) =>
      (runs.runOf(other)?.columns ?? []).map((column) => ({
        name: `${metadataOf(other).name}.${column.name}`,
        kind: Field,
      })),
    ),
  ];
}
