import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { t } from '../../src/core/base/localize';
import type { OverviewState, StoredTable, TableSort, ToOverviewPage } from '../../src/core/pages/overview';
import { formatCount, formatTimestamp } from '../../src/core/pages/format';
import { contentOr, notice, panel, icon } from '../app/parts';
import type { PageEvent } from '../app/lightElement';
import { RowCache } from '../grid/rowCache';
import type { OverviewSections } from './overviewSections';
import { filterField } from '../elements/controls';
import '../grid/virtualGrid';
import { formatBytes } from '../../src/core/base/formatBytes';
import { retentionText } from '../../src/core/base/retentionText';
import type { Zone } from '../../src/core/pages/common';
import { styleProperties } from '../app/styleProperties';
import type { GridColumn } from '../grid/gridColumns';

type Tables = NonNullable<OverviewState['tables']>;

/** Tables by size, growth, retention and last log. Rows are loaded as they become visible. */
export class StorageSection {
  readonly #rows = new RowCache<StoredTable>((offset, limit) =>
    this.parts.post({ kind: 'needRows', resultId: this.#resultId, offset, limit }),
  );
  #resultId = -1;
  #revision = 0;
  #largest = 0;

  constructor(private readonly parts: OverviewSections) {}

  use(tables: OverviewState['tables']): void {
    if (!tables || tables.resultId === this.#resultId) return;
    this.#resultId = tables.resultId;
    this.#rows.clear();
    if (tables.first) this.#rows.put(tables.first.offset, tables.first.rows);
    this.#measure();
  }

  useRows({ resultId, offset, rows }: Extract<ToOverviewPage, { kind: 'rows' }>): void {
    if (resultId !== this.#resultId) return;
    this.#rows.put(offset, rows);
    this.#measure();
  }

  render(data: OverviewState): TemplateResult {
    const { tables, tablesFailure } = data;
    const draw = (shown: Tables): TemplateResult => this.#content(shown, data);
    const content = contentOr(tables, draw, tablesFailure, this.parts.failures, t('Checking…'));
    return panel(
      'storage',
      t('Storage and freshness'),
      tables ? this.#tools(tables, data) : nothing,
      content,
    );
  }

  #tools(tables: Tables, { view }: OverviewState): TemplateResult {
    return html`<span class="muted" role="status"
        >${
          tables.count === tables.total
            ? tableCount(tables.total)
            : t('{0} of {1} tables', formatCount(tables.count), formatCount(tables.total))
        }</span
      >
      ${filterField(t('Filter tables'), view.filter, (filter) => this.parts.changeView({ filter }))}`;
  }

  #content(tables: Tables, { view, connection }: OverviewState): TemplateResult {
    if (tables.total === 0) return notice('empty', t('There are no tables.'));
    if (tables.count === 0) return notice('empty', t('No table name or group matches the filter.'));
    const shown = [view.zone, connection.serverOffset, this.#largest] as const;
    // Guarded, so that the grid does not render again when other sections change.
    return html`<logbench-grid
      .columns=${guard([...shown], () => tableColumns(...shown))}
      .widths=${view.widths}
      .rowCount=${tables.count}
      .rowAt=${this.#rowAt}
      .revision=${this.#revision}
      .label=${t('Tables. Press Enter to show the details of a table.')}
      .sort=${view.sort}
      @grid-range=${({ detail: { first, last } }: PageEvent<'grid-range'>) => this.#rows.want(first, last, tables.count)}
      @grid-open=${({ detail }: PageEvent<'grid-open'>) => {
        const table = this.#rows.get(detail.row);
        if (table) this.parts.act({ kind: 'showTable', table: table.name });
      }}
      @grid-sort=${({ detail }: PageEvent<'grid-sort'>) => {
        // The grid has no other columns, and the host checks it.
        const column = detail.column as TableSort['column'];
        this.parts.changeView({ sort: nextSort(view.sort, column) });
      }}
      @grid-resize=${({ detail: { column, width } }: PageEvent<'grid-resize'>) => this.parts.changeView({ widths: { ...view.widths, [column]: width } })}
      @grid-copy=${({ detail: { first, last } }: PageEvent<'grid-copy'>) => this.#copy(first, last)}
    ></logbench-grid>`;
  }

  readonly #rowAt = (index: number): StoredTable | undefined => this.#rows.get(index);

  #copy(first: number, last: number): void {
    const names = this.#rows.between(first, last).map(({ name }) => name);
    // Rows that are not loaded would empty the clipboard.
    if (names.length > 0) this.parts.post({ kind: 'copy', text: names.join('\n') });
  }

  #measure(): void {
    this.#revision += 1;
    this.#largest = 0;
    for (const [, { size }] of this.#rows.entries()) this.#largest = Math.max(this.#largest, size);
  }
}

/** Names sort ascending first, everything else descending. */
function nextSort(current: TableSort, column: TableSort['column']): TableSort {
  const descending =
    current.column === column ? !current.descending : column !== 'name' && column !== 'group';
  return { column, descending };
}

function tableCount(count: number): string {
  return count === 1 ? t('1 table') : t('{0} tables', formatCount(count));
}

/** The sortable columns of the tables. The bar of a size is relative to the largest visible one. */
function tableColumns(
  zone: Zone,
  serverOffset: number | null,
  largest: number,
): readonly GridColumn<StoredTable>[] {
  const columns: readonly GridColumn<StoredTable>[] = [
    {
      id: 'name',
      label: t('Table'),
      width: 220,
      minWidth: 130,
      grows: true,
      text: ({ name }) => name,
      render: (table) => html`${icon(icons[table.state], table.state)}${table.name}`,
    },
    { id: 'group', label: t('Group'), width: 140, minWidth: 80, text: ({ group }) => group ?? '–' },
    {
      id: 'size',
      label: t('Size'),
      width: 120,
      minWidth: 84,
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
      minWidth: 84,
      align: 'end',
      text: ({ perDay }) => (perDay === null ? '–' : formatBytes(Math.round(perDay))),
    },
    {
      id: 'retention',
      label: t('Retention'),
      width: 100,
      minWidth: 76,
      align: 'end',
      text: ({ retention }) => retentionText(retention),
    },
    {
      id: 'lastLog',
      label: t('Last log'),
      width: 244,
      minWidth: 150,
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
