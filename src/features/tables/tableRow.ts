import { t } from '../../shared/localize';
import type { Table } from '../../shared/wire/table';
import type { Row, RowIcon } from '../../ui/explorerSection';
import { formatBytes } from '../../ui/format';
import { tableWarnings, warningLabel, type TableWarning } from './tableHealth';
import { TableItem } from './tableItem';
import { tableTooltip } from './tableText';

export function tableRow(table: Table): Row {
  const warnings = tableWarnings(table);
  const description = descriptionOf(table);
  const states = [...(table.encrypted ? [t('encrypted')] : []), ...warnings.map(warningLabel)];
  return {
    id: table.name,
    label: table.name,
    description,
    icon: iconOf(table, warnings),
    contextValue: ['table', ...(table.encrypted ? ['encrypted'] : []), ...warnings].join('.'),
    accessibleLabel: [table.name, ...states, description].join(', '),
    tooltip: () => tableTooltip(table),
    command: 'logbench.table.show',
    value: new TableItem(table),
  };
}

function descriptionOf(table: Table): string {
  return [formatBytes(table.tableSize), dayRange(table), retentionLabel(table.retention)].join(' · ');
}

export function dayRange({ firstDay, lastDay }: Pick<Table, 'firstDay' | 'lastDay'>): string {
  if (firstDay === undefined || lastDay === undefined) return t('no logs');
  const [first, last] = [firstDay.slice(0, 10), lastDay.slice(0, 10)];
  return first === last ? first : `${first} – ${last}`;
}

export function retentionLabel(days: number): string {
  return days === 0 ? t('kept for ever') : t('kept {0} days', days);
}

function iconOf(table: Table, warnings: readonly TableWarning[]): RowIcon {
  if (warnings.length > 0) return { name: 'warning', color: 'list.warningForeground' };
  return { name: table.encrypted ? 'lock' : 'table' };
}
