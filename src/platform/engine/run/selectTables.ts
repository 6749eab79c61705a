import { matchesWildcard } from '../../../core/base/wildcard';
import type { LogTableAccess } from '../../store/logTables';
import type { MetadataTest, NamedTable } from '../plan/operator';

type Tables = Pick<LogTableAccess, 'all'>;
type Table = ReturnType<Tables['all']>[number];

/** The names of tables, for a scan: those with metadata are selected here. */
export function selectTables(named: readonly NamedTable[], tables: Tables): readonly string[] {
  return named.flatMap(({ name, metadata }) => {
    if (!metadata) return [name];
    const has = (table: Table): boolean =>
      metadata.some((tests) => tests.every((test) => holds(test, table)));
    return tables
      .all()
      .flatMap((table) => (matchesWildcard(name, table.name) && has(table) ? [table.name] : []));
  });
}

function holds({ key, value, isEqual }: MetadataTest, table: Table): boolean {
  const present = metadataOf(table)[key];
  return present !== undefined && matchesWildcard(value, present) === isEqual;
}

/** What `meta()` compares, and `system tables` shows. */
export function metadataOf({ layout, compression, schemaCode }: Table): Readonly<Record<string, string>> {
  return { layout, compression, ...(schemaCode !== undefined && { schema: schemaCode }) };
}
