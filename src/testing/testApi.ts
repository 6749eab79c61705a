import type * as vscode from 'vscode';
import type { CommandRegistry } from '../ui/commandRegistry';
import type { PanelRecorder } from './panelRecorder';
import type { Platforms } from '../ui/connections/connection';
import type { ReplaceablePrompts } from './replaceablePrompts';
import type { Memory } from '../ui/memory';

export interface TestedAssistants {
  prepareTool(name: string, input: unknown): Promise<vscode.PreparedToolInvocation>;
}

/** The API that the extension exports to its tests only. */
export interface TestApi {
  /** Replaces prompts with scripted answers. */
  readonly prompts: ReplaceablePrompts;
  readonly platforms: Platforms;
  /** The registered commands. */
  readonly commands: Pick<CommandRegistry, 'ids'>;
  /** VS Code offers no way to read a tree. */
  readonly explorer: vscode.TreeDataProvider<unknown>;
  /** The folder of the log file. */
  readonly logUri: vscode.Uri;
  /** The folder of drafts, shared by windows. */
  readonly storageUri: vscode.Uri;
  readonly panels: PanelRecorder;
  /** The entry points for assistants. */
  readonly assistants: TestedAssistants;
  /** The workspace state as the features see it. */
  readonly memory: Memory;
  /** The global state as the features see it. */
  readonly sharedMemory: Memory;
  /** Both as VS Code stores them. */
  readonly mementos: readonly vscode.Memento[];
}
