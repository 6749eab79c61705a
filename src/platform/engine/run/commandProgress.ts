import type { PipelineCommand } from '../plan/pipeline';
import type { PipelineMonitor } from './pipelineMonitor';

export type CommandState = 'Waiting' | 'Running' | 'Finalizing' | 'End';

export interface CommandProgress {
  readonly name: string;
  readonly text: string;
  readonly state: CommandState;
  readonly pushCount: number;
}

/** How far the commands of one pipeline have come. States only go forward, counts only grow. */
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

  /** The pipeline is over, however it went. A comment has handed on what it was handed. */
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
