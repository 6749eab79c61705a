import { type Database } from './database';
import { LogTables } from './logTables';
import { References } from './references';
import { Rules } from './rules';
import { TableGroups } from './tableGroups';

/** The parts that hold logs, and what describes and watches them. */
export interface DataParts {
  readonly logTables: LogTables;
  readonly tableGroups: TableGroups;
  readonly references: References;
  readonly rules: Rules;
}

export async function openDataParts(database: Database): Promise<DataParts> {
  const logTables = await LogTables.open(database);
  const tableGroups = await TableGroups.load(database);
  const references = await References.load(database);
  return { logTables, tableGroups, references, rules: new Rules(database) };
}
