import * as vscode from 'vscode';
import type { CommandAction, CommandRegistry } from '../../../src/ui/commandRegistry';

/** Commands that VS Code does not know, which a test runs; their failures are its own. */
export class CommandsStub implements Pick<CommandRegistry, 'registerAll'> {
  readonly #actions = new Map<string, CommandAction>();

  registerAll(actions: Readonly<Record<string, CommandAction>>): vscode.Disposable {
    for (const [id, action] of Object.entries(actions)) this.#actions.set(id, action);
    return new vscode.Disposable(() => undefined);
  }

  async run(id: string, ...args: readonly unknown[]): Promise<void> {
    await this.#actions.get(id)?.(...args);
  }
}
