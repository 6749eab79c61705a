import * as vscode from 'vscode';
import { connectionOf } from './explorer/explorerSection';
import type { Failures } from './failures/failures';

/** The implementation of a command. Arguments come from menus, keybindings and other extensions, so check them. */
export type CommandAction = (...commandArguments: readonly unknown[]) => unknown;

/** Runs commands and reports everything they throw through `Failures`. */
export class CommandRegistry {
  readonly #actions = new Map<string, CommandAction>();

  constructor(private readonly failures: Failures) {}

  get ids(): readonly string[] {
    return [...this.#actions.keys()];
  }

  /**
   * Disposing of the result unregisters all of them. Those with a singular are also registered as `…One`, whose title
   * in the menu of one object is singular or has no ellipsis.
   */
  registerAll<Id extends string>(
    actions: Readonly<Record<Id, CommandAction>>,
    ...withSingular: readonly NoInfer<Id>[]
  ): vscode.Disposable {
    const all = new Map<string, CommandAction>(Object.entries<CommandAction>(actions));
    for (const id of withSingular) all.set(`${id}One`, actions[id]);
    for (const [id, action] of all) this.#actions.set(id, action);
    return new vscode.Disposable(() => {
      for (const id of all.keys()) this.#actions.delete(id);
    });
  }

  /** The result is for tests and keybindings; undefined after a failure. */
  async run(id: string, commandArguments: readonly unknown[]): Promise<unknown> {
    const showTarget = commandArguments.length === 0 ? showAgain(vscode.window.activeTextEditor) : undefined;
    try {
      const response = await this.#actions.get(id)?.(...commandArguments);
      recordCompletion(id);
      return response;
    } catch (error) {
      const retry = async (): Promise<void> => {
        await showTarget?.();
        await this.run(id, commandArguments);
      };
      // Not awaited, so that the command ends before its message is closed.
      void this.failures.report(error, { connection: connectionOf(commandArguments), retry });
      return undefined;
    }
  }
}

/** A command without arguments applies to the active editor, so a retry must show that editor again. */
function showAgain(editor: vscode.TextEditor | undefined): (() => Promise<void>) | undefined {
  // The Output view is an editor too, but has no tab.
  if (editor?.viewColumn === undefined) return undefined;
  const { document, selection, viewColumn } = editor;
  return async () => {
    if (vscode.window.activeTextEditor?.document === document) return;
    await vscode.window.showTextDocument(document, { selection, viewColumn });
  };
}

const reached = new Set<string>();

/**
 * Records in VS Code that a command has completed, which checks off walkthrough steps. A canceled or failed
 * command does not count.
 */
export function recordCompletion(commandId: string): void {
  const key = commandId.replace(/^logbench\./, 'logbench.did.');
  if (reached.has(key)) return;
  reached.add(key);
  void vscode.commands.executeCommand('setContext', key, true);
}
