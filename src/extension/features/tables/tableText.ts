import { t } from '../../../core/base/localize';
import { shownHost, shownUser } from '../../../core/privacy/hiddenValues';
import type { TableFacts } from '../../../core/pages/tableMessages';
import { retentionText } from '../../../core/base/retentionText';
import { storedSize } from '../../../core/interface/tableValues';
import type { Table, TableDetails } from '../../../core/interface/table';
import { environmentLabel } from '../../../core/base/environment';
import type { Connection } from '../../ui/connections/connection';
import { formatBytes } from '../../../core/base/formatBytes';
import { formatTimestamp, formatPlatformTime } from '../../ui/format/formatTimestamp';
import { columns, ruledColumns } from '../../../core/base/columns';
import { fieldList, inMarkdown, paragraphs } from '../../ui/format/markdown';
import type { Markdown } from '../../ui/format/markdown';
import { tableWarnings, warningLabel } from './tableDays';
import type { TableWarning } from './tableDays';
import type { PlatformClient } from '../../../core/api/client';
import type { Row, RowIcon, RowSource } from '../../ui/explorer/explorerSection';
import { dayRange } from '../../ui/prompts/tableSearch';
import { TableItem } from './tableItem';
import { fieldsIn, sampleRows } from '../../../core/api/tableFields';
import type { TableField } from '../../../core/api/tableFields';

type Field = readonly [label: string, value: string | undefined];

export function tableTooltip(table: Table): Markdown {
  const warnings = warningLines(table).map((line) => inMarkdown`${line}`);
  return paragraphs([inMarkdown`**${table.name}**`, ...warnings, fieldList(tableFields(table))]);
}

/** The document with all properties of a table: plain text in columns, so that names can be searched and copied. */
export function tableDocument(table: Table | TableDetails, connection: Connection): string {
  return (
    [
      table.name,
      `${connection.name} · ${environmentLabel(connection.environment)} · ${connection.baseUrl}`,
      ...warningLines(table).flatMap((line) => ['', line]),
      '',
      ...columns(presentFields(tableFields(table))),
      '',
      ...('nodes' in table
        ? detailLines(table)
        : [t('This platform does not report who shares the table or its size on each node.')]),
      '',
      t('As of {0}', formatTimestamp(new Date())),
    ].join('\n') + '\n'
  );
}

/** The properties of the table for its page. */
export function tableFacts(table: Table | TableDetails): TableFacts {
  const details = 'nodes' in table ? table : undefined;
  return {
    fields: presentFields(tableFields(table)).map(([label = '', value = '']) => ({ label, value })),
    warnings: tableWarnings(table).map(warningLabel),
    nodes:
      details?.nodes.map(({ node, tableSize, indexSize, firstDay, lastDay }) => ({
        node,
        size: Number(tableSize),
        indexSize: Number(indexSize),
        firstLog: firstDay ?? null,
        lastLog: lastDay ?? null,
      })) ?? null,
    sharedWith:
      details === undefined
        ? null
        : [...users(details), ...details.sharedGroups.map(({ name }) => name)].join(', ') || t('no one'),
  };
}

function users({ sharedUsers }: TableDetails): readonly string[] {
  return sharedUsers.map(({ name }) => shownUser(name));
}

function detailLines(table: TableDetails): readonly string[] {
  const listed = (names: readonly string[]): string => (names.length === 0 ? t('no one') : names.join(', '));
  return [
    t('Shared with'),
    ...columns([
      [t('Users'), listed(users(table))],
      [t('Groups'), listed(table.sharedGroups.map(({ name }) => name))],
    ]),
    '',
    ...(table.nodes.length === 0 ? [t('The platform lists no nodes.')] : nodeLines(table.nodes)),
  ];
}

function nodeLines(nodes: TableDetails['nodes']): readonly string[] {
  return ruledColumns(
    [t('Node'), t('Data'), t('Index'), t('First log'), t('Last log')],
    nodes.map((node) => [
      shownHost(node.node),
      formatBytes(node.tableSize),
      formatBytes(node.indexSize),
      node.firstDay ?? '',
      node.lastDay ?? '',
    ]),
  );
}

function tableFields(table: Table): readonly Field[] {
  return [
    [t('Group'), table.group?.name],
    [t('Size'), formatBytes(storedSize(table))],
    [t('Data'), `${formatBytes(table.tableSize)} (${table.tableSize.toLocaleString()} B)`],
    [t('Index'), `${formatBytes(table.indexSize)} (${table.indexSize.toLocaleString()} B)`],
    [t('Disk usage'), table.usage.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 2 })],
    [t('First log'), formatPlatformTime(table.firstDay)],
    [t('Last log'), formatPlatformTime(table.lastDay)],
    [t('Retention'), retentionText(table.retention)],
    [t('Layout'), table.layout],
    [t('Compression'), table.compression],
    [t('Encrypted'), table.encrypted ? (table.cryptoProfile?.name ?? t('yes')) : t('no')],
  ];
}

function warningLines(table: Table): readonly string[] {
  return tableWarnings(table).map((warning) => `⚠ ${warningLabel(warning)}`);
}

function presentFields(fields: readonly Field[]): readonly (readonly string[])[] {
  return fields.flatMap(([label, value]) => (value === undefined ? [] : [[label, value]]));
}

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
