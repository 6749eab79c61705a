import type { CommandReader } from './commandReader';
import { rowReaders } from './rows';
import { sourceReaders } from './sources';
import { subqueryReaders } from './subqueries';

/** The commands of the local platform with the parsers of their arguments. */
export const commandReaders: ReadonlyMap<string, CommandReader> = new Map(
  Object.entries({ ...sourceReaders, ...rowReaders, ...subqueryReaders }),
);
