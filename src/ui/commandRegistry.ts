import * as vscode from 'vscode';
import { connectionOf } from './explorer/explorerNode';
import type { Failures } from './failures/failures';
import { recordCompletion } from './recordCompletion';

/** What a command does. Its arguments come from menus, keybindings and other programs: narrow them. */
export type CommandAction = (...commandArguments: readonly unknown[]) => unknown;

/** Holds what commands do, and runs them so that whatever one throws ends in the one funnel for failures. */
export class CommandRegistry {
  readonly #actions = new Map<string, CommandAction>();

  constructor(private readonly failures: Failures) {}

  get ids(): readonly string[] {
    return [...this.#actions.keys()];
  }

  /** Disposing of the answer takes all of them away. */
  registerAll(actions: Readonly<Record<string, CommandAction>>): vscode.Disposable {
    for (const [id, action] of Object.entries(actions)) this.#actions.set(id, action);
    return new vscode.Disposable(() => {
      for (const id of Object.keys(actions)) this.#actions.delete(id);
    });
  }

  /** What the command returns is for callers in tests and keybindings; a failure answers undefined. */
  async run(id: string, commandArguments: readonly unknown[]): Promise<unknown> {
    const showTarget = commandArguments.length === 0 ? showAgain(vscode.window.activeTextEditor) : undefined;
    try {
      const answer = await this.#actions.get(id)?.(...commandArguments);
      recordCompletion(id);
      return answer;
    } catch (error) {
      const retry = async (): Promise<void> => {
        await showTarget?.();
        await this.run(id, commandArguments);
      };
      // Not awaited: a command is over when it failed, not when its message was closed.
      void this.failures.report(error, { connection: connectionOf(commandArguments), retry });
      return undefined;
    }
  }
}

/** A command without arguments is about the editor in front: a retry must not be about another that is there by then. */
function showAgain(editor: vscode.TextEditor | undefined): (() => Promise<void>) | undefined {
  // Output is in an editor too, but in no tab.
  if (editor?.viewColumn === undefined) return undefined;
  const { document, selection, viewColumn } = editor;
  return async () => {
    if (vscode.window.activeTextEditor?.document === document) return;
    await vscode.window.showTextDocument(document, { selection, viewColumn });
  };
}
