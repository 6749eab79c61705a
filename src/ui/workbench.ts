import type { CommandRegistry } from './commandRegistry';
import type { Failures } from './failures';
import type { Log } from './log';
import type { Prompts } from './prompts';
import type { ReadOnlyDocuments } from './readOnlyDocuments';

/** What every feature is given of VS Code, besides what it registers itself. */
export interface Workbench {
  readonly commands: CommandRegistry;
  readonly prompts: Prompts;
  readonly failures: Failures;
  readonly log: Log;
  readonly documents: ReadOnlyDocuments;
}
