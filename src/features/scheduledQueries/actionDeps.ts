import { findScheduledQueries } from '../../api/findScheduledQuery';
import type { ScheduledQueryReader } from '../../api/findScheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { Settings } from '../../ui/settings/settingsValues';
import type { Ui } from '../../ui/ui';
import type { Records, Target } from './bulkResults';
import type { EditedFields } from './propertyText';
import type { ScheduledQueriesSection } from './scheduledQueriesSection';

/** The dependencies of all actions on scheduled queries. */
export interface ActionDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly section: ScheduledQueriesSection;
  readonly readSettings: () => Settings;
  /** By connection: the input for a new query that could not be sent. */
  readonly unsentForms: Map<string, EditedFields>;
  /** Opens the text of the query in an editor. */
  readonly open: (connection: Connection, query: Target) => Promise<void>;
}

/** Reads the current records. */
export async function readRecords(
  client: ScheduledQueryReader,
  guids: readonly string[],
  signal?: AbortSignal,
): Promise<Records> {
  const records = await findScheduledQueries(client, guids, signal);
  return new Map(records.map((record) => [record.guid, record]));
}
