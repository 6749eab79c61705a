import { Uploads } from './uploads/uploads';
import type { Log } from './log';
import type { Store } from './store/store';
import { LogTables } from './store/logTables';
import { References } from './store/references';
import { Rules } from './store/rules';
import { TableGroups } from './store/tableGroups';

/** The services for logs and their metadata. */
export interface DataServices {
  readonly logTables: LogTables;
  readonly tableGroups: TableGroups;
  readonly references: References;
  readonly rules: Rules;
  readonly uploads: Uploads;
}

export async function openDataServices(database: Store, log: Log): Promise<DataServices> {
  const [logTables, tableGroups, references] = await Promise.all([
    LogTables.open(database, log),
    TableGroups.load(database),
    References.load(database),
  ]);
  const uploads = await Uploads.open(database, logTables);
  return { logTables, tableGroups, references, rules: new Rules(database), uploads };
}
