import * as vscode from 'vscode';
import { LatestChecks } from '../../ui/documents/latestChecks';
import type { RuleDiagnostics } from './ruleDiagnostics';
import type { SigmaDeps } from './openRules';
import { isMappingPath, isSigmaText } from './sigmaText';

/** Milliseconds; long enough to type a word, short enough to seem immediate. */
const pause = 150;

/**
 * Shows diagnostics of rules. The platform is requested when a rule is opened, saved or assigned to another
 * connection, not while typing, and only if the user has used it with rules in a trusted workspace.
 */
export function startDiagnostics(
  deps: Pick<SigmaDeps, 'platforms' | 'connections' | 'used'>,
  load: () => Promise<RuleDiagnostics>,
): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('logbench.sigma');
  const checks = new LatestChecks(problems);
  let rules: Promise<RuleDiagnostics> | undefined;

  async function* check(
    document: vscode.TextDocument,
    asks: boolean,
  ): AsyncGenerator<readonly vscode.Diagnostic[]> {
    // Not before: reading the text with each key would cost time in every YAML file.
    if (!isMappingPath(document.uri.path) && !isSigmaText(document.getText())) {
      yield [];
      return;
    }
    rules ??= load();
    const loaded = await rules;
    const own = await loaded.ofText(document);
    yield own;
    if (asks) yield [...own, ...(await loaded.ofPlatform(document))];
  }
  const schedule = (document: vscode.TextDocument, after: number, asks: boolean): void => {
    if (isYaml(document)) checks.schedule(document.uri, after, () => check(document, asks));
    else checks.forget(document.uri);
  };
  const scheduleAll = (): void => {
    for (const document of vscode.workspace.textDocuments) schedule(document, 0, true);
  };
  scheduleAll();
  return vscode.Disposable.from(
    checks,
    problems,
    deps.platforms.onDidChange((change) => {
      if (change !== 'connections') return;
      void rules?.then((loaded) => loaded.forget());
      scheduleAll();
    }),
    deps.connections.onDidChange(scheduleAll),
    { dispose: deps.used.onDidChange(scheduleAll) },
    vscode.workspace.onDidGrantWorkspaceTrust(scheduleAll),
    vscode.workspace.onDidOpenTextDocument((document) => schedule(document, 0, true)),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (isMappingPath(document.uri.path)) scheduleAll();
      else schedule(document, 0, true);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) schedule(document, pause, false);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => checks.forget(uri)),
  );
}

function isYaml({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === 'yaml' || /\.ya?ml$/i.test(uri.path);
}
