import type { LogTableAccess } from '../../store/logTables';
import type { ErrorKey } from '../../../core/language/errorCodes';
import type { Operator, Pipeline } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';

/** Rejects a pipeline that refers to tables that do not exist. */
export function checkTables(pipeline: Pipeline, tables: LogTableAccess): void {
  for (const subquery of pipeline.subqueries) checkTables(subquery, tables);
  for (const operator of pipeline.operators) {
    const { names, key } = namedTables(operator);
    if (names.length === 0) continue;
    using scan = tables.scan(names);
    if (scan.missing.length > 0) throw new QueryRejection(key, { name: scan.missing[0] });
  }
}

function namedTables(operator: Operator): { readonly names: readonly string[]; readonly key: ErrorKey } {
  switch (operator.operator) {
    case 'scan':
    case 'system': {
      const needed = operator.tables.filter(({ optional, metadata }) => !optional && !metadata);
      return { names: needed.map(({ name }) => name), key: 'table-not-found' };
    }
    case 'import':
      return { names: [operator.table], key: 'import-table-not-found' };
    case 'networks':
      return { names: [operator.table], key: 'invalid-lookup-name' };
    default:
      return { names: [], key: 'table-not-found' };
  }
}
