import { t } from '../../shared/localize';
import { shownHost, shownUser } from '../../shared/privacy/hiddenValues';
import type { TableFacts } from '../../shared/protocol/table';
import { retentionText } from '../../shared/retentionText';
import { storedSize } from '../../shared/wire/table';
import type { Table, TableDetails } from '../../shared/wire/table';
import type { Connection } from '../../ui/connections/connection';
import { environmentLabel } from '../../ui/connections/connection';
import { formatBytes } from '../../shared/formatBytes';
import { formatTimestamp, formatServiceTime } from '../../ui/format/format';
import { columns, ruledColumns } from '../../shared/columns';
import { fieldList, inMarkdown, paragraphs } from '../../ui/format/markdown';
import type { Markdown } from '../../ui/format/markdown';
import { tableWarnings, warningLabel } from './tableDays';

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
    [t('First log'), formatServiceTime(table.firstDay)],
    [t('Last log'), formatServiceTime(table.lastDay)],
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
