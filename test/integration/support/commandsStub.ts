import * as vscode from 'vscode';
import type { CommandAction, CommandRegistry } from '../../../src/extension/ui/commandRegistry';

/** Commands that VS Code does not know, which a test runs; their failures are its own. */
export class CommandsStub implements Pick<CommandRegistry, 'registerAll'> {
  readonly #actions = new Map<string, CommandAction>();
  /** The commands that were run, with their arguments. */
  readonly runs: unknown[][] = [];

  registerAll(actions: Readonly<Record<string, CommandAction>>): vscode.Disposable {
    for (const [id, action] of Object.entries(actions)) this.#actions.set(id, action);
    return new vscode.Disposable(() => undefined);
  }

  async run(id: string, ...args: readonly unknown[]): Promise<void> {
    this.runs.push([id, ...args.flat()]);
    await this.#actions.get(id)?.(...args);
  }
}
