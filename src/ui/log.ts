import type { LogOutputChannel } from 'vscode';
import { shownText } from '../shared/privacy/hiddenValues';
import type { Redactor } from '../shared/redact';

/** The methods of VS Code's log channel that features use. */
export type LogTarget = Pick<LogOutputChannel, 'info' | 'warn' | 'error' | 'show'>;

/** A log channel that removes secrets, and sensitive values while they are hidden. */
export class Log implements LogTarget {
  constructor(
    private readonly target: LogTarget,
    private readonly redactor: Redactor,
  ) {}

  info(message: string): void {
    this.target.info(this.#clean(message));
  }

  warn(message: string): void {
    this.target.warn(this.#clean(message));
  }

  error(message: string): void {
    this.target.error(this.#clean(message));
  }

  show(): void {
    this.target.show();
  }

  #clean(message: string): string {
    return shownText(this.redactor.clean(message));
  }
}
