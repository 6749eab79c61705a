import * as vscode from 'vscode';
import { connectionOf } from './explorerNode';
import type { Failures } from './failures';
import { noteDone } from './milestones';

/** What a command does. Its arguments come from menus, keybindings and other programs: narrow them. */
export type CommandAction = (...commandArguments: readonly unknown[]) => unknown;

/** Registers commands so that whatever one of them throws ends in the one funnel for failures. */
export class CommandRegistry {
  constructor(private readonly failures: Failures) {}

  register(id: string, action: CommandAction): vscode.Disposable {
    return vscode.commands.registerCommand(id, async (...commandArguments: unknown[]) =>
      this.#run(id, action, commandArguments),
    );
  }

  /** Several at once; disposing of the answer takes all of them away. */
  registerAll(actions: Readonly<Record<string, CommandAction>>): vscode.Disposable {
    const registrations = Object.entries(actions).map(([id, action]) => this.register(id, action));
    return vscode.Disposable.from(...registrations);
  }

  /** What the command returns is for callers in tests and keybindings; a failure answers undefined. */
  async #run(id: string, action: CommandAction, commandArguments: readonly unknown[]): Promise<unknown> {
    try {
      const answer = await action(...commandArguments);
      noteDone(id);
      return answer;
    } catch (error) {
      const retry = async (): Promise<void> => {
        await this.#run(id, action, commandArguments);
      };
      // Not awaited: a command is over when it failed, not when its message was closed.
      void this.failures.report(error, { connection: connectionOf(commandArguments), retry });
      return undefined;
    }
  }
}
