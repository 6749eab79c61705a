import type { PipelineCommand } from '../plan/pipeline';
import type { PipelineMonitor } from './pipelineMonitor';

export type CommandState = 'Waiting' | 'Running' | 'Finalizing' | 'End';

export interface CommandProgress {
  readonly name: string;
  readonly text: string;
  readonly state: CommandState;
  readonly pushCount: number;
}

/** The progress of the commands of one pipeline. States only advance, counts only grow. */
export class PipelineProgress implements PipelineMonitor {
  readonly #commands: {
    readonly name: string;
    readonly text: string;
    state: CommandState;
    pushCount: number;
  }[];

  constructor(commands: readonly PipelineCommand[]) {
    this.#commands = commands.map(({ name, text }) => ({ name, text, state: 'Waiting', pushCount: 0 }));
  }

  get commands(): readonly CommandProgress[] {
    return this.#commands;
  }

  begin(command: number): void {
    this.#advance(command, 'Running');
  }

  finalize(command: number): void {
    this.#advance(command, 'Finalizing');
  }

  end(command: number): void {
    this.#advance(command, 'End');
  }

  push(command: number, rows: number): void {
    const progress = this.#commands[command];
    if (progress) progress.pushCount += rows;
  }

  /** Called when the pipeline has ended in any way. A comment passes on all of its rows. */
  endAll(): void {
    for (const [place, command] of this.#commands.entries()) {
      if (command.name === '#') command.pushCount = this.#commands[place - 1]?.pushCount ?? 0;
      this.#advance(place, 'End');
    }
  }

  #advance(command: number, state: CommandState): void {
    const progress = this.#commands[command];
    if (progress && stateOrder.indexOf(state) > stateOrder.indexOf(progress.state)) progress.state = state;
  }
}

const stateOrder: readonly CommandState[] = ['Waiting', 'Running', 'Finalizing', 'End'];
