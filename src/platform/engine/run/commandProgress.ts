import type { Command, Query } from '../../../core/language/ast';

export type CommandState = 'Waiting' | 'Running' | 'Finalizing' | 'End';

export interface CommandProgress {
  readonly name: string;
  /** With single spaces outside strings. */
  readonly text: string;
  readonly state: CommandState;
  readonly pushCount: number;
}

/** The progress of the commands of one pipeline. States only advance, counts only grow. */
export class PipelineProgress {
  readonly #commands: { -readonly [Key in keyof CommandProgress]: CommandProgress[Key] }[];

  constructor({ commands }: Pick<Query, 'commands'>, text: string) {
    this.#commands = commands.map((command) => ({
      name: command.kind === 'comment' ? '#' : command.name.text,
      text: normalizedText(command, text),
      state: 'Waiting',
      pushCount: 0,
    }));
  }

  get commands(): readonly CommandProgress[] {
    return this.#commands;
  }

  /** `Finalizing`: all input rows have arrived, and the command computes its output. */
  advance(command: number, state: CommandState): void {
    const progress = this.#commands[command];
    if (progress && stateOrder.indexOf(state) > stateOrder.indexOf(progress.state)) progress.state = state;
  }

  /** More rows were passed to the next command. */
  push(command: number, rows: number): void {
    const progress = this.#commands[command];
    if (progress) progress.pushCount += rows;
  }

  /** Called when the pipeline has ended in any way. A comment passes on all of its rows. */
  endAll(): void {
    for (const [index, command] of this.#commands.entries()) {
      if (command.name === '#') command.pushCount = this.#commands[index - 1]?.pushCount ?? 0;
      this.advance(index, 'End');
    }
  }
}

const stateOrder: readonly CommandState[] = ['Waiting', 'Running', 'Finalizing', 'End'];

/** The text of a command with single spaces, except in strings. */
function normalizedText(command: Command, text: string): string {
  return text
    .slice(command.from, command.to)
    .trim()
    .replaceAll(/"[^"\\]*(?:\\[^][^"\\]*)*"|\s+/g, (part) => (part.startsWith('"') ? part : ' '));
}
