import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { LanguageFeatures } from './languageFeatures';

/** Milliseconds; long enough to type a word, short enough to seem immediate. */
const pause = 120;

/** Shows diagnostics and highlights commands that write or send, shortly after each change. */
export function startDiagnostics(
  languageId: string,
  features: () => Promise<LanguageFeatures>,
  onDidChangeConnections: (listener: () => void) => vscode.Disposable,
): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('logbench');
  const mark = writingMark();
  const timers = new Map<string, NodeJS.Timeout>();

  const look = async (document: vscode.TextDocument): Promise<void> => {
    const { version } = document;
    const language = await features();
    // A newer version has its own timer.
    const isOutdated = (): boolean =>
      document.isClosed || document.version !== version || document.languageId !== languageId;
    if (isOutdated()) return;
    const found = language.diagnostics(document);
    problems.set(document.uri, found);
    const ranges = language.writing(document);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document === document) editor.setDecorations(mark, ranges);
    }
    const missing = await language.missingTables(document);
    if (missing.length > 0 && !isOutdated()) problems.set(document.uri, [...found, ...missing]);
  };
  const forget = ({ uri }: vscode.TextDocument): void => {
    clearTimeout(timers.get(uri.toString()));
    timers.delete(uri.toString());
    problems.delete(uri);
  };
  const schedule = (document: vscode.TextDocument, after: number): void => {
    if (document.languageId !== languageId) return;
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void look(document), after),
    );
  };
  const scheduleAll = (): void => {
    for (const document of vscode.workspace.textDocuments) schedule(document, 0);
  };
  scheduleAll();

  return vscode.Disposable.from(
    problems,
    mark,
    onDidChangeConnections(scheduleAll),
    vscode.workspace.onDidOpenTextDocument((document) => schedule(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => schedule(document, pause)),
    vscode.workspace.onDidCloseTextDocument(forget),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      for (const { document } of editors) schedule(document, 0);
    }),
    new vscode.Disposable(() => {
      for (const timer of timers.values()) clearTimeout(timer);
    }),
  );
}

/** Not only by color: a dotted underline, text after the name, and a mark in the overview ruler. */
function writingMark(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    textDecoration: 'underline dotted',
    color: new vscode.ThemeColor('editorWarning.foreground'),
    overviewRulerColor: new vscode.ThemeColor('editorWarning.foreground'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    after: {
      contentText: ` ${t('writes or sends')} `,
      color: new vscode.ThemeColor('editorCodeLens.foreground'),
      fontStyle: 'italic',
    },
  });
}
