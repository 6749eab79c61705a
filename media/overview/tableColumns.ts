import { html } from 'lit';
import { formatBytes } from '../../src/shared/formatBytes';
import { t } from '../../src/shared/localize';
import { retentionText } from '../../src/shared/retentionText';
import type { Zone } from '../../src/shared/protocol/common';
import type { StoredTable } from '../../src/shared/protocol/overview';
import { formatTimestamp } from '../../src/shared/format';
import { icon } from '../app/header';
import { styleProperties } from '../app/styleProperties';
import type { GridColumn } from '../grid/columns';

/** The sortable columns of the tables. The bar of a size is relative to the largest visible one. */
export function tableColumns(
  zone: Zone,
  serverOffset: number | null,
  largest: number,
): readonly GridColumn<StoredTable>[] {
  const columns: readonly GridColumn<StoredTable>[] = [
    {
      id: 'name',
      label: t('Table'),
      width: 220,
      leastWidth: 130,
      grows: true,
      text: ({ name }) => name,
      render: (table) => html`${icon(icons[table.state], table.state)}${table.name}`,
    },
    { id: 'group', label: t('Group'), width: 140, leastWidth: 80, text: ({ group }) => group ?? '–' },
    {
      id: 'size',
      label: t('Size'),
      width: 120,
      leastWidth: 84,
      align: 'end',
      text: ({ size }) => formatBytes(size),
      render: ({ size }) =>
        html`<span
            class="size-bar"
            aria-hidden="true"
            ${styleProperties({ width: `${largest === 0 ? 0 : (size / largest) * 100}%` })}
          ></span
          >${formatBytes(size)}`,
    },
    {
      id: 'perDay',
      label: t('Growth per day'),
      width: 132,
      leastWidth: 84,
      align: 'end',
      text: ({ perDay }) => (perDay === null ? '–' : formatBytes(Math.round(perDay))),
    },
    {
      id: 'retention',
      label: t('Retention'),
      width: 100,
      leastWidth: 76,
      align: 'end',
      text: ({ retention }) => retentionText(retention),
    },
    {
      id: 'lastLog',
      label: t('Last log'),
      width: 244,
      leastWidth: 150,
      monospace: true,
      text: (table) => lastLogText(table, zone, serverOffset),
    },
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}

function lastLogText({ lastLog, state }: StoredTable, zone: Zone, serverOffset: number | null): string {
  if (lastLog === null) return t('no logs');
  const timestamp = formatTimestamp(lastLog, zone, serverOffset);
  return state === 'silent' ? t('{0}, silent', timestamp) : timestamp;
}

const icons: Readonly<Record<StoredTable['state'], string>> = {
  fresh: 'database',
  silent: 'mute',
  empty: 'circle-outline',
};
