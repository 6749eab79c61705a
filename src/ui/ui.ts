import type { CommandRegistry } from './commandRegistry';
import type { Failures } from './failures/failures';
import type { Log } from './log';
import type { Prompts } from './prompts/prompts';
import type { ReadOnlyDocuments } from './documents/readOnlyDocuments';

/** What every feature is given of VS Code, besides what it registers itself. */
export interface Ui {
  readonly commands: CommandRegistry;
  readonly prompts: Prompts;
  readonly failures: Failures;
  readonly log: Log;
  readonly documents: ReadOnlyDocuments;
}
