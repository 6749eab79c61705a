import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { AssistantDeps } from './assistantDeps';
import { AssistantReceipts } from './receipts';
import type { McpServerDefinition } from './mcpServers';
import type { ToolSession } from './toolSession';

/** The entry points that VS Code calls for assistants. */
export interface Assistants extends vscode.Disposable {
  invokeTool(
    name: string,
    options: vscode.LanguageModelToolInvocationOptions<object>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult>;
  prepareTool(name: string, input: unknown): Promise<vscode.PreparedToolInvocation>;
  readonly onDidChangeMcpServers: vscode.Event<void>;
  mcpServers(): Promise<McpServerDefinition[]>;
  resolveMcpServer(server: McpServerDefinition): Promise<McpServerDefinition | undefined>;
}

/** The tools are loaded when the first one is used. */
export function registerAssistants(deps: AssistantDeps): Assistants {
  const { ui, platforms } = deps;
  const receipts = new AssistantReceipts(ui.log);
  const changed = new vscode.EventEmitter<void>();
  let session: Promise<ToolSession> | undefined;
  const opened = (): Promise<ToolSession> =>
    (session ??= import('./toolSession').then(({ ToolSession }) => new ToolSession(deps, receipts)));
  const registrations = vscode.Disposable.from(
    changed,
    platforms.onDidChange((change) => {
      if (change === 'connections') changed.fire();
    }),
    ui.commands.registerAll({
      'logbench.assistant.showActivity': async () =>
        ui.documents.show([t('Assistants'), t('Assistant Activity.txt')], receipts.text()),
    }),
  );
  return {
    invokeTool: async (name, options, token) => (await opened()).invoke(name, options, token),
    prepareTool: async (name, input) => (await opened()).prepare(name, input),
    onDidChangeMcpServers: changed.event,
    mcpServers: async () => (await import('./mcpServers')).mcpServers(deps),
    resolveMcpServer: async (server) => (await import('./mcpServers')).withKey(server, deps),
    dispose: () => void registrations.dispose(),
  };
}
