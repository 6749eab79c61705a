import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import type { Table } from '../../shared/wire/table';
import type { Row, RowIcon } from '../../ui/explorer/explorerSection';
import { formatBytes } from '../../shared/formatBytes';
import { fieldsSource } from './fieldRows';
import { tableWarnings, warningLabel } from './tableHealth';
import type { TableWarning } from './tableHealth';
import { TableItem } from './tableItem';
import { tableTooltip } from './tableText';

/** There may be thousands of rows, so optional properties are only created if needed. */
export function tableRow(table: Table, open: () => Promise<PlatformClient>): Row {
  const warnings = tableWarnings(table);
  const description = `${formatBytes(table.tableSize)} · ${dayRange(table)} · ${retentionLabel(table.retention)}`;
  const { name } = table;
  return {
    id: name,
    label: name,
    description,
    icon: iconOf(table, warnings),
    contextValue: contextOf(table, warnings),
    accessibleLabel: `${name}, ${statesOf(table, warnings)}${description}`,
    tooltip: () => tableTooltip(table),
    command: 'logbench.table.show',
    children: fieldsSource(name, open),
    value: new TableItem(table),
  };
}

function contextOf({ encrypted }: Table, warnings: readonly TableWarning[]): string {
  if (!encrypted && warnings.length === 0) return 'table';
  return ['table', ...(encrypted ? ['encrypted'] : []), ...warnings].join('.');
}

function statesOf({ encrypted }: Table, warnings: readonly TableWarning[]): string {
  if (!encrypted && warnings.length === 0) return '';
  const states = [...(encrypted ? [t('encrypted')] : []), ...warnings.map(warningLabel)];
  return `${states.join(', ')}, `;
}

export function dayRange({ firstDay, lastDay }: Pick<Table, 'firstDay' | 'lastDay'>): string {
  if (firstDay === undefined || lastDay === undefined) return t('no logs');
  const [first, last] = [firstDay.slice(0, 10), lastDay.slice(0, 10)];
  return first === last ? first : `${first} – ${last}`;
}

function retentionLabel(days: number): string {
  if (days === 1) return t('kept 1 day');
  return days === 0 ? t('kept forever') : t('kept {0} days', days);
}

const icons = {
  warning: { name: 'warning', color: 'list.warningForeground' },
  lock: { name: 'lock' },
  table: { name: 'table' },
} satisfies Readonly<Record<string, RowIcon>>;

function iconOf(table: Table, warnings: readonly TableWarning[]): RowIcon {
  if (warnings.length > 0) return icons.warning;
  return table.encrypted ? icons.lock : icons.table;
}
