import { t } from '../../shared/localize';
import type { Table, TableDetails } from '../../shared/wire/table';
import type { Connection } from '../../ui/connection';
import { environmentLabel } from '../../ui/environment';
import { formatBytes } from '../../ui/format';
import { escapeMarkdown, fieldList } from '../../ui/markdown';
import { tableWarnings, warningLabel } from './tableHealth';

type Field = readonly [label: string, value: string | undefined];

/** Everything in a listed record, as Markdown. */
export function tableTooltip(table: Table): string {
  return [`**${escapeMarkdown(table.name)}**`, ...warningLines(table), fieldList(tableFields(table))].join(
    '\n\n',
  );
}

/** The document with everything that the service tells about one table. */
export function tableDocument(table: Table | TableDetails, connection: Connection): string {
  return (
    [
      `# ${escapeMarkdown(table.name)}`,
      `${escapeMarkdown(connection.name)} · ${environmentLabel(connection.environment)} · ${escapeMarkdown(connection.baseUrl)}`,
      ...warningLines(table),
      markdownTable([t('Field'), t('Value')], presentFields(tableFields(table))),
      ...('nodes' in table
        ? detailParts(table)
        : [t('This service does not tell who shares the table, nor its size on each node.')]),
      t('As of {0}', new Date().toLocaleString()),
    ].join('\n\n') + '\n'
  );
}

function detailParts(table: TableDetails): readonly string[] {
  const nodes = table.nodes.map((node) => [
    node.node,
    formatBytes(node.tableSize),
    formatBytes(node.indexSize),
    node.firstDay ?? '',
    node.lastDay ?? '',
  ]);
  const names = (references: TableDetails['sharedUsers']): string =>
    references.length === 0 ? t('nobody') : references.map(({ name }) => escapeMarkdown(name)).join(', ');
  return [
    `## ${t('Shared with')}`,
    `${t('Users')}: ${names(table.sharedUsers)}  \n${t('Groups')}: ${names(table.sharedGroups)}`,
    `## ${t('Nodes')}`,
    nodes.length === 0
      ? t('The service names no nodes.')
      : markdownTable([t('Node'), t('Data'), t('Index'), t('First log'), t('Last log')], nodes),
  ];
}

function tableFields(table: Table): readonly Field[] {
  return [
    [t('Group'), table.group?.name],
    [t('Data'), `${formatBytes(table.tableSize)} (${table.tableSize.toLocaleString()} B)`],
    [t('Index'), `${formatBytes(table.indexSize)} (${table.indexSize.toLocaleString()} B)`],
    [
      t('Share of the disk'),
      table.usage.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 2 }),
    ],
    [t('First log'), table.firstDay],
    [t('Last log'), table.lastDay],
    [t('Retention'), table.retention === 0 ? t('unlimited') : t('{0} days', table.retention)],
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

function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(heads),
    line(heads.map(() => '---')),
    ...rows.map((row) => line(row.map(escapeMarkdown))),
  ].join('\n');
}
