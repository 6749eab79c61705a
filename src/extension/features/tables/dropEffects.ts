import { formatBytes } from '../../../core/base/formatBytes';
import { t } from '../../../core/base/localize';
import type { TableState } from '../../../core/pages/tableMessages';
import { storedSize } from '../../../core/interface/tableValues';
import type { DropFailure, Table } from '../../../core/interface/table';
import { named, severalNamed } from '../../ui/format/formatTimestamp';

/** Who uses the tables, and what could not be checked. */
export interface AffectedUsers extends Pick<NonNullable<TableState['users']>, 'items' | 'gaps'> {
  /** The scheduled queries that run after those that use the tables. */
  readonly dependents: readonly { readonly name: string }[];
}

/** What is lost with the tables, and who stops working, one paragraph each. */
export function dropEffects(
  tables: readonly Pick<Table, 'name' | 'tableSize' | 'indexSize'>[],
  { items, dependents, gaps }: AffectedUsers,
  max?: number,
): string {
  const queries = namesOf(items.filter(({ kind }) => kind === 'scheduledQuery'));
  const rules = namesOf(items.filter(({ kind }) => kind !== 'scheduledQuery'));
  const size = tables.reduce((sum, table) => sum + storedSize(table), 0);
  return [
    ...severalNamed(tables, max),
    t('Logs to delete: {0}. This cannot be undone.', formatBytes(size)),
    ...(queries.length === 0 ? [] : [t('Affected scheduled queries: {0}', named(queries, max))]),
    ...(dependents.length === 0 ? [] : [t('Run after these in chains: {0}', named(dependents, max))]),
    ...(rules.length === 0 ? [] : [t('Affected detection rules: {0}', named(rules, max))]),
    ...(items.length === 0 && gaps.length === 0 ? [unusedText(tables.length)] : []),
    ...gaps,
  ].join('\n\n');
}

function unusedText(count: number): string {
  return count === 1
    ? t('No scheduled query or rule uses this table.')
    : t('No scheduled query or rule uses these tables.');
}

/** One that reads and writes is named once. */
function namesOf(users: AffectedUsers['items']): readonly { readonly name: string }[] {
  return [...new Map(users.map(({ guid, name }) => [guid, { name }])).values()];
}

/** Why the platform kept the table. */
export function dropReason({ message, loggers }: DropFailure): string {
  if (loggers.length > 0) {
    return t('It is used by the loggers {0}. Remove them first.', named(loggers.map((name) => ({ name }))));
  }
  return message === '' ? t('The platform kept it because it is in use.') : message;
}
