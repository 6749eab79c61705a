import * as vscode from 'vscode';
import { registerCode } from '../../../src/extension/features/project';
import type { PlatformsChange } from '../../../src/extension/ui/connections/connection';
import type { ProjectFiles } from '../../../src/extension/ui/access';
import type { Ui } from '../../../src/extension/ui/openUi';
import { JsonMemory } from '../../support/jsonMemory';
import { CommandsStub } from './commandsStub';
import type { ComparedProject } from './comparedProject';
import { ScriptedPrompts } from './scriptedPrompts';
import type { PromptResponse } from './scriptedPrompts';

/** The projects of another window, in which a user gives these responses. */
export class ProjectWindow implements Disposable {
  readonly changed = new vscode.EventEmitter<PlatformsChange>();
  readonly files: ProjectFiles & vscode.Disposable;
  readonly #commands = new CommandsStub();

  constructor({ platforms }: ComparedProject, responses: readonly PromptResponse[] = []) {
    const ui = {
      commands: this.#commands,
      prompts: new ScriptedPrompts(responses),
      failures: { sentence: String },
    };
    this.files = registerCode(
      ui as unknown as Ui,
      { ...platforms, onDidChange: this.changed.event },
      new JsonMemory(),
      { reload: () => undefined },
    );
  }

  /** Opens the project, if it is not open, and compares it. */
  async plan({ project }: ComparedProject): Promise<void> {
    await this.run('logbench.code.plan', project.uri);
  }

  async run(command: string, ...args: readonly unknown[]): Promise<void> {
    await this.#commands.run(command, ...args);
  }

  [Symbol.dispose](): void {
    this.files.dispose();
  }
}
