import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { FeatureDeps } from '../../ui/openUi';
import type { EditedFields } from './propertyText';
import type { ScheduledQueriesSection } from './scheduledQueriesSection';
import type { Memory } from '../../ui/memory';

/** The dependencies of all actions on scheduled queries. */
export interface ActionDeps extends FeatureDeps {
  readonly section: ScheduledQueriesSection;
  readonly documents: Pick<DocumentConnections, 'ofOrAsk' | 'remember'>;
  /** By connection: the input for a new query that could not be sent. */
  readonly pendingForms: Map<string, FormFields>;
  /** Global state for deleted queries and unapplied changes. */
  readonly sharedMemory: Memory;
}

/** The fields that can be filled in; others keep their initial values. */
export type FormFields = Pick<EditedFields, 'name' | 'query' | 'cronSchedule' | 'description'>;

/** Where the memory has the deleted queries. */
export const deletedKey = 'logbench.scheduledQueries.deleted';
