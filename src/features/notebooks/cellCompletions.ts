import * as vscode from 'vscode';
import { readProperties } from '../../notebook/notebookProperties';
import { plainText } from '../../shared/plainText';
import type { CellRuns } from './cellRuns';
import { frontMatterOf, metadataOf, notebookType, queryLanguage } from './notebookFile';

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
  const notebook = vscode.workspace.notebookDocuments.find(({ uri }) => uri.path === document.uri.path);
  return notebook?.getCells().find((cell) => cell.document === document);
}

function referencesBefore(cell: vscode.NotebookCell, runs: CellRuns) {
  const { parameters } = readProperties(frontMatterOf(cell.notebook)).properties;
  const named = cell.notebook
    .getCells()
    .slice(0, cell.index)
    .filter((one) => metadataOf(one).name !== '');
  const { Variable, Field } = vscode.CompletionItemKind;
  return [
    ...['from', 'to', ...parameters.keys()].map((name) => ({ name, kind: Variable })),
    ...named.flatMap((one) =>
      (runs.runOf(one)?.columns ?? []).map((column) => ({
        name: `${metadataOf(one).name}.${column.name}`,
        kind: Field,
      })),
    ),
  ];
}
