import { findScheduledQuery, type ScheduledQueryReader } from '../../api/findScheduledQuery';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connection';
import type { Platforms } from '../../ui/platforms';
import type { Settings } from '../../ui/settingsValues';
import type { Workbench } from '../../ui/workbench';
import type { Records, Target } from './bulkResults';
import type { EditedFields } from './propertyText';
import type { ScheduledQueriesSection } from './scheduledQueriesSection';

/** What every action on scheduled queries works with. */
export interface ActionParts {
  readonly workbench: Workbench;
  readonly platforms: Platforms;
  readonly section: ScheduledQueriesSection;
  readonly readSettings: () => Settings;
  /** By connection: what was entered for a new query and could not be sent. */
  readonly unsentForms: Map<string, EditedFields>;
  /** Opens the query's text in an editor tab. */
  readonly open: (connection: Connection, query: Target) => Promise<void>;
}

const mostReadSingly = 10;

/** These records as they are now; a few are read one by one, many in one list. */
export async function readRecords(
  client: ScheduledQueryReader,
  guids: readonly string[],
  signal?: AbortSignal,
): Promise<Records> {
  const records =
    guids.length <= mostReadSingly
      ? await Promise.all(guids.map(async (guid) => findScheduledQuery(client, guid, signal)))
      : (await client.scheduledQueries({}, signal)).items.filter(({ guid }) => guids.includes(guid));
  return byGuid(records.filter((record) => record !== undefined));
}

function byGuid(records: readonly ScheduledQuery[]): Records {
  return new Map(records.map((record) => [record.guid, record]));
}
