import { findScheduledQueries } from '../../api/findScheduledQuery';
import type { ScheduledQueryReader } from '../../api/findScheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { Settings } from '../../ui/settings/settingsValues';
import type { Ui } from '../../ui/ui';
import type { Records, Target } from './bulkResults';
import type { EditedFields } from './propertyText';
import type { ScheduledQueriesSection } from './scheduledQueriesSection';

/** What every action on scheduled queries works with. */
export interface ActionDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly section: ScheduledQueriesSection;
  readonly readSettings: () => Settings;
  /** By connection: what was entered for a new query and could not be sent. */
  readonly unsentForms: Map<string, EditedFields>;
  /** Opens the query's text in an editor tab. */
  readonly open: (connection: Connection, query: Target) => Promise<void>;
}

/** These records as they are now. */
export async function readRecords(
  client: ScheduledQueryReader,
  guids: readonly string[],
  signal?: AbortSignal,
): Promise<Records> {
  const records = await findScheduledQueries(client, guids, signal);
  return new Map(records.map((record) => [record.guid, record]));
}
