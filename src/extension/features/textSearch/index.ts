import * as vscode from 'vscode';
import { documentScheme } from '../../ui/documents/documentContents';
import { queryUri } from '../../ui/documents/queryUri';
import { documentUri } from '../../ui/documents/readOnlyDocuments';
import type { Platforms } from '../../ui/connections/connection';
import type { Ui } from '../../ui/openUi';
import type { ResultDocument, ResultTarget } from './resultDocument';
import type { TextsDeps } from './searchTexts';

/** Searches the texts of scheduled queries, rules and drafts. */
export function registerTexts(
  ui: Ui,
  platforms: Platforms,
  drafts: TextsDeps['drafts'],
  /** The read-only document with the published text of a query or rule that has a draft. */
  publishedUri: (uri: vscode.Uri) => vscode.Uri,
): vscode.Disposable {
  const results = new Map<string, ResultDocument['targets']>();
  const deps: TextsDeps = {
    ui,
    platforms,
    drafts,
    show: async (path, { text, targets }) => {
      results.set(documentUri(path).path, targets);
      await ui.documents.show(path, text);
    },
  };
  const targetsOf = ({ uri }: vscode.TextDocument): ResultDocument['targets'] =>
    results.get(uri.path) ?? new Map();
  const uriOf = ({ text, hasDraft }: ResultTarget): vscode.Uri =>
    hasDraft ? publishedUri(queryUri(text)) : queryUri(text);
  return vscode.Disposable.from(
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === documentScheme) results.delete(uri.path);
    }),
    vscode.languages.registerDocumentLinkProvider(
      { scheme: documentScheme },
      {
        provideDocumentLinks: (document) =>
          [...targetsOf(document)].map(([index, target]) => {
            const { range, firstNonWhitespaceCharacterIndex: start } = document.lineAt(index);
            // VS Code reads the position from the fragment.
            const uri = uriOf(target).with({ fragment: `L${target.line},${target.column}` });
            return new vscode.DocumentLink(
              range.with({ start: range.start.with({ character: start }) }),
              uri,
            );
          }),
      },
    ),
    // For the keyboard: F12 opens the line.
    vscode.languages.registerDefinitionProvider(
      { scheme: documentScheme },
      {
        provideDefinition: (document, { line }) => {
          const target = targetsOf(document).get(line);
          if (target === undefined) return undefined;
          return new vscode.Location(uriOf(target), new vscode.Position(target.line - 1, target.column - 1));
        },
      },
    ),
    ui.commands.registerAll({
      'logbench.texts.search': async () => (await import('./searchTexts')).searchTexts(deps),
    }),
  );
}
