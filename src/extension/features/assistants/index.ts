import type * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import type { AssistantDeps, ToolSession } from './toolSession';
import { AssistantReceipts } from './receipts';

/** The entry points that VS Code calls for assistants. */
export interface Assistants extends vscode.Disposable {
  invokeTool(
    name: string,
    options: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
  prepareTool(name: string, input: unknown): Promise<vscode.PreparedToolInvocation>;
}

/** The tools are loaded when the first one is used. */
export function registerAssistants(deps: AssistantDeps): Assistants {
  const { ui } = deps;
  const receipts = new AssistantReceipts(ui.log);
  let session: Promise<ToolSession> | undefined;
  const opened = (): Promise<ToolSession> =>
    (session ??= import('./toolSession').then(({ ToolSession }) => new ToolSession(deps, receipts)));
  const registration = ui.commands.registerAll({
    'logbench.assistant.showActivity': async () =>
      ui.documents.show([t('Assistants'), t('Assistant Activity.txt')], receipts.text()),
  });
  return {
    invokeTool: async (name, options, token) => (await opened()).invoke(name, options, token),
    prepareTool: async (name, input) => (await opened()).prepare(name, input),
    dispose: () => void registration.dispose(),
  };
}
