import type * as vscode from 'vscode';
import type { CommandRegistry } from '../ui/commandRegistry';
import type { PanelRecorder } from './panelRecorder';
import type { Platforms } from '../ui/connections/platforms';
import type { ReplaceablePrompts } from './replaceablePrompts';

export interface TestedAssistants {
  prepareTool(name: string, input: unknown): Promise<vscode.PreparedToolInvocation>;
  mcpServers(): Promise<readonly TestedMcpServer[]>;
  resolveMcpServer(server: TestedMcpServer): Promise<TestedMcpServer | undefined>;
}

interface TestedMcpServer {
  readonly label: string;
  readonly env: Readonly<Record<string, string | number | null>>;
}

/** What the extension hands to the tests that run beside it, and to nobody else. */
export interface TestApi {
  /** Uses scripted answers instead of a person. */
  readonly prompts: ReplaceablePrompts;
  readonly platforms: Platforms;
  /** The commands that do something. */
  readonly commands: Pick<CommandRegistry, 'ids'>;
  /** VS Code itself offers no way to read a tree. */
  readonly explorer: vscode.TreeDataProvider<unknown>;
  /** The folder of the log channel's file. */
  readonly logUri: vscode.Uri;
  /** Where drafts are kept: another window would write there too. */
  readonly storageUri: vscode.Uri;
  readonly panels: PanelRecorder;
  /** What VS Code asks for before an assistant acts, and what it starts servers by. */
  readonly assistants: TestedAssistants;
  /** What a window keeps over its reload. */
  readonly memory: vscode.Memento;
  /** What all windows remember. */
  readonly sharedMemory: vscode.Memento;
}
