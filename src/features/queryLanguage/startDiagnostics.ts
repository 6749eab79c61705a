import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { LatestChecks } from '../../ui/documents/latestChecks';
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
  const checks = new LatestChecks(problems);
  const mark = writingMark();

  async function* check(document: vscode.TextDocument): AsyncGenerator<readonly vscode.Diagnostic[]> {
    const language = await features();
    const found = language.diagnostics(document);
    yield found;
    const ranges = language.writing(document);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document === document) editor.setDecorations(mark, ranges);
    }
    yield [...found, ...(await language.platformDiagnostics(document))];
  }
  const schedule = (document: vscode.TextDocument, after: number): void => {
    if (document.languageId === languageId) checks.schedule(document.uri, after, () => check(document));
  };
  const scheduleAll = (): void => {
    for (const document of vscode.workspace.textDocuments) schedule(document, 0);
  };
  scheduleAll();

  return vscode.Disposable.from(
    checks,
    problems,
    mark,
    onDidChangeConnections(scheduleAll),
    vscode.workspace.onDidOpenTextDocument((document) => schedule(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => schedule(document, pause)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => checks.forget(uri)),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      for (const { document } of editors) schedule(document, 0);
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
