import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import { retentionText } from '../../shared/retentionText';
import { storedSize } from '../../shared/wire/table';
import type { Table } from '../../shared/wire/table';
import type { Row, RowIcon, RowSource } from '../../ui/explorer/explorerSection';
import { formatBytes } from '../../shared/formatBytes';
import { dayRange } from '../../ui/prompts/tableSearch';
import { tableWarnings, warningLabel } from './tableDays';
import type { TableWarning } from './tableDays';
import { TableItem } from './tableItem';
import { tableTooltip } from './tableText';
import { fieldsIn, sampleRows } from '../../api/tableFields';
import type { TableField } from '../../api/tableFields';
import { inMarkdown } from '../../ui/format/markdown';

/** There may be thousands of rows, so optional properties are only created if needed. */
export function tableRow(table: Table, open: () => Promise<PlatformClient>): Row {
  const warnings = tableWarnings(table);
  const description = `${formatBytes(storedSize(table))} · ${dayRange(table)} · ${t('retention: {0}', retentionText(table.retention))}`;
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
    deleteCommand: 'logbench.table.drop',
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

const icons = {
  warning: { name: 'warning', color: 'list.warningForeground' },
  lock: { name: 'lock' },
  table: { name: 'table' },
} satisfies Readonly<Record<string, RowIcon>>;

function iconOf(table: Table, warnings: readonly TableWarning[]): RowIcon {
  if (warnings.length > 0) return icons.warning;
  return table.encrypted ? icons.lock : icons.table;
}

/** The fields of a table, read from its newest rows when it is expanded. */
function fieldsSource(table: string, open: () => Promise<PlatformClient>): RowSource {
  return {
    load: async (_request, signal) => {
      const rows = fieldsIn(await sampleRows(await open(), table, signal)).map(fieldRow);
      return { total: rows.length, rows };
    },
  };
}

const maxExampleLength = 200;

function fieldRow({ name, example }: TableField): Row {
  const kind = kindOf(example);
  return {
    id: name,
    label: name,
    description: kind.label,
    icon: { name: kind.icon },
    contextValue: 'tableField',
    accessibleLabel: `${name}, ${kind.label}`,
    tooltip: () => {
      const text = typeof example === 'string' ? example : JSON.stringify(example ?? null);
      return inMarkdown`**${name}**: ${text.slice(0, maxExampleLength)}`;
    },
    value: undefined,
  };
}

function kindOf(example: unknown): { readonly label: string; readonly icon: string } {
  switch (typeof example) {
    case 'number':
    case 'bigint':
      return { label: t('number'), icon: 'symbol-number' };
    case 'boolean':
      return { label: t('true or false'), icon: 'symbol-boolean' };
    case 'string':
      return { label: t('text'), icon: 'symbol-string' };
    case 'object':
      if (example === null) return { label: t('empty'), icon: 'symbol-null' };
      return Array.isArray(example)
        ? { label: t('list'), icon: 'symbol-array' }
        : { label: t('map'), icon: 'symbol-object' };
    default:
      return { label: t('empty'), icon: 'symbol-null' };
  }
}
