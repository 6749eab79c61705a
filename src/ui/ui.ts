import type { CommandRegistry } from './commandRegistry';
import type { Platforms } from './connections/connection';
import type { Failures } from './failures/failures';
import type { Log } from './log';
import type { Prompts } from './prompts/prompts';
import type { ReadOnlyDocuments } from './documents/readOnlyDocuments';

/** The services of the UI that every feature receives. */
export interface Ui {
  readonly commands: CommandRegistry;
  readonly prompts: Prompts;
  readonly failures: Failures;
  readonly log: Log;
  readonly documents: ReadOnlyDocuments;
}

/** What the actions of every feature work with. */
export interface FeatureDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
}
