import * as vscode from 'vscode';
import { registerCode } from '../../../src/features/code';
import type { CommandAction } from '../../../src/ui/commandRegistry';
import type { PlatformsChange } from '../../../src/ui/connections/connection';
import type { ProjectFiles } from '../../../src/ui/access';
import type { Ui } from '../../../src/ui/openUi';
import type { ComparedProject } from './comparedProject';
import { ScriptedPrompts } from './scriptedPrompts';
import type { ResponseBody } from './scriptedPrompts';

/** The projects of another window, in which a user gives these responses. */
export class ProjectWindow implements Disposable {
  readonly changed = new vscode.EventEmitter<PlatformsChange>();
  readonly files: ProjectFiles & vscode.Disposable;
  #actions: Readonly<Record<string, CommandAction>> = {};

  constructor({ platforms }: ComparedProject, responses: readonly ResponseBody[] = []) {
    const commands = {
      registerAll: (input: Readonly<Record<string, CommandAction>>) => {
        this.#actions = input;
        return new vscode.Disposable(() => undefined);
      },
    };
    const ui = { commands, prompts: new ScriptedPrompts(responses), failures: { sentence: String } };
    const memory = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
    this.files = registerCode(
      ui as unknown as Ui,
      { ...platforms, onDidChange: this.changed.event },
      memory,
      { reload: () => undefined },
    );
  }

  /** Opens the project, if it is not open, and compares it. */
  async plan({ project }: ComparedProject): Promise<void> {
    await this.run('logbench.code.plan', project.uri);
  }

  async run(command: string, ...args: readonly unknown[]): Promise<void> {
    await this.#actions[command]?.(...args);
  }

  [Symbol.dispose](): void {
    this.files.dispose();
  }
}
