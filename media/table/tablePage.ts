import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import type {
  SampledField,
  FromTablePage,
  TableFacts,
  TableState,
  TableVolume,
  TableUser,
} from '../../src/core/pages/tableMessages';
import { contentOr, failureBanner, icon, notice, pageTitle, panel, sentence, zoneSwitch } from '../app/parts';
import type { FailureActions } from '../app/parts';
import { HostedPage } from '../app/hostedPage';
import { button, definitions, iconButton, link } from '../elements/controls';
import { menuItem, opensMenu, shortText } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import { imageItems } from '../image/imageItems';
import { themeColors } from '../image/themeColors';
import type { ThemeColors } from '../image/themeColors';
import { dataTable, fieldsSection, firstRows, valueText } from './fieldsSection';
import { formatCount, formatTimestamp } from '../../src/core/pages/format';
import { rectanglePath } from '../../src/core/chart/image';
import type { ChartImage, Shape } from '../../src/core/chart/image';
import { formatWireTime, offsetOfMidnight } from '../../src/core/interface/time';
import type { PageEvent } from '../app/lightElement';
import '../elements/histogram';
import { formatBytes } from '../../src/core/base/formatBytes';
import { visibleText } from '../../src/core/base/visibleText';
import { day } from '../../src/core/time/durations';

/** One table: its properties, content and usage. The host reads; the page only renders. */
@customElement('logbench-table')
export class TablePage extends HostedPage<TableState, FromTablePage> {
  protected override show(data: TableState): void {
    super.show(data, data.table === this.data?.table);
  }

  protected override draw(data: TableState): TemplateResult {
    return html`<main class="page table-page">
      ${this.#header(data)}
      ${contentOr(data.facts, (facts) => this.#content(data, facts), data.failure, this.failures, t('Reading…'))}
      <logbench-menu></logbench-menu>
    </main>`;
  }

  #header(data: TableState): TemplateResult {
    return html`<header class="page-header">
      ${pageTitle(data.table, data.connection)}
      <div class="toolbar" role="toolbar" aria-label=${t('Table actions')}>
        ${zoneSwitch(data, this.changeView)}
        ${button(t('Query This Table'), () => this.post({ kind: 'query' }), { icon: 'search', primary: true })}
        ${iconButton('history', t('Search Audit Logs'), this.#runs('audit.search'))}
        ${iconButton('calendar', t('Change Retention…'), this.#runs('table.setRetention'))}
        ${iconButton('trash', t('Drop Table…'), this.#runs('table.drop'))}
        ${iconButton('copy', t('Copy as Text'), () => this.post({ kind: 'copyText' }))}
        ${iconButton('refresh', t('Refresh'), () => this.post({ kind: 'refresh' }))}
      </div>
    </header>`;
  }

  #runs(command: Extract<FromTablePage, { readonly kind: 'run' }>['command']): () => void {
    return () => this.post({ kind: 'run', command });
  }

  #content(data: TableState, facts: TableFacts): TemplateResult {
    const { failure } = data;
    const save = opensMenu(() => this.#imageItems(data));
    return html`${failure ? failureBanner(failure, this.failures) : nothing}
      <div class="table-parts">
        ${this.#facts(facts)}
        ${volumeSection(data, this.failures, iconButton('device-camera', t('Save Image'), save), (from, to) =>
          this.host.post({ kind: 'queryTime', from, to }),
        )}
        ${fieldsSection(data, this.failures, {
          open: (openField) => this.changeView({ openField }),
          itemsOf: (field, value) => valueItems(field, value, this.post),
          fill: this.#runs('upload.start'),
        })}
        ${data.sample ? firstRows(data.sample, data) : nothing}
        ${usersSection(data, (guid, name) => this.host.post({ kind: 'openQuery', guid, name }))}
        ${nodesSection(facts, data)}
      </div>`;
  }

  #facts({ fields, warnings }: TableFacts): TemplateResult {
    return html`<section class="panel" aria-label=${t('Details')}>
      ${warnings.map((warning) => sentence('warning', 'warning', warning))}
      ${definitions(
        'facts',
        fields.map(({ label, value }) => [label, value]),
      )}
    </section>`;
  }

  #imageItems({ volume, table, connection }: TableState): readonly MenuItem[] {
    if (!volume) return [];
    const name = t('Logs by day · {0} · {1}', table, connection.name);
    return imageItems(name, () => volumeImage(volume, name, themeColors()), this.post);
  }
}

/** A longer value was truncated. */
const maxValueLength = 200;

/** The menu of a value. A list or map cannot be in a condition. */
function valueItems(
  { name: field, type }: SampledField,
  value: string,
  post: (message: FromTablePage) => void,
): readonly MenuItem[] {
  const shown = value === '' ? t('empty text') : shortText(value);
  const query = (exclude: boolean) => (): void => post({ kind: 'queryValue', field, value, exclude });
  const copy = menuItem(t('Copy Value'), 'copy', () => post({ kind: 'copy', text: value }));
  if (type === 'json' || value.length > maxValueLength) return [copy];
  return [
    menuItem(t('Query Rows with “{0}”', shown), 'filter', query(false)),
    menuItem(t('Query Rows Without “{0}”', shown), 'circle-slash', query(true)),
    menuItem(t('Pivot…'), 'notebook', () => post({ kind: 'pivot', column: field, value })),
    { ...copy, startsGroup: true },
  ];
}

const size = { left: 16, top: 48, width: 720, height: 180 };

/** Logs per day as an image. */
function volumeImage(volume: TableVolume, title: string, colors: ThemeColors): ChartImage {
  const { counts } = volume;
  const dates = datesOf(volume);
  const max = Math.max(1, ...counts);
  const step = size.width / Math.max(1, counts.length);
  const base = size.top + size.height;
  const label = { kind: 'text', fill: colors.muted, size: 11 } as const;
  const shapes: Shape[] = [
    { kind: 'text', x: size.left, y: 26, text: title, fill: colors.foreground, size: 14, bold: true },
    ...counts.map((count, index): Shape => {
      const height = (count / max) * size.height;
      const d = rectanglePath(size.left + index * step + 1, base - height, Math.max(1, step - 2), height);
      return { kind: 'path', d, fill: colors.blue };
    }),
    { kind: 'path', d: `M${size.left} ${base}H${size.left + size.width}`, stroke: colors.muted },
    { ...label, x: size.left, y: base + 18, text: dates[0] ?? '' },
    { ...label, x: size.left + size.width, y: base + 18, text: dates.at(-1) ?? '', anchor: 'end' },
    { ...label, x: size.left + size.width, y: size.top - 6, text: formatCount(max), anchor: 'end' },
  ];
  const { background, fontFamily } = colors;
  return { width: size.width + 2 * size.left, height: base + 32, background, fontFamily, shapes };
}

/** Logs per day; selecting an interval opens a query for it. */
function volumeSection(
  { volume, volumeFailure, view, connection }: TableState,
  failures: FailureActions,
  tools: TemplateResult,
  openQuery: (from: number, to: number) => void,
): TemplateResult {
  const { from = 0, counts = [] } = volume ?? {};
  const sum = counts.reduce((total, count) => total + count, 0);
  const zone = formatWireTime(new Date(from), offsetOfMidnight(from)).slice(19);
  const figures = [formatCount(sum), counts.length, zone];
  const draw = (shown: TableVolume): TemplateResult =>
    sum === 0
      ? notice('empty', t('There are no logs.'))
      : html`<logbench-histogram
          .histogram=${shown}
          .names=${datesOf(shown).map((date) => date.slice(5))}
          .zone=${view.zone}
          .serverOffset=${connection.serverOffset}
          .label=${t('Logs by day. Use the arrow keys to select a day, Shift to extend the selection, and Enter to open a query for that time.')}
          @chart-brush=${({ detail }: PageEvent<'chart-brush'>) => openQuery(detail.from, detail.to)}
        ></logbench-histogram>`;
  return panel(
    'volume',
    t('Logs by day'),
    sum > 0
      ? html`<span class="muted"
            >${t('Logs: {0}, days: {1} (server time, {2}). Select a range to query it.', ...figures)}</span
          >
          <div class="toolbar">${tools}</div>`
      : nothing,
    contentOr(volume, draw, volumeFailure, failures, t('Counting…')),
  );
}

/** The dates of the days, as the platform counts them. A day with a daylight saving change has 23 or 25 hours. */
function datesOf({ from, counts }: TableVolume): readonly string[] {
  const noon = (index: number): Date => new Date(from + (index + 0.5) * day);
  return counts.map((_, index) => formatWireTime(noon(index), offsetOfMidnight(from)).slice(0, 10));
}

/** Scheduled queries and rules that use the table. */
function usersSection(state: TableState, open: (guid: string, name: string) => void): TemplateResult {
  const { users } = state;
  const content = users
    ? html`${usersContent(users, open)}${users.asOf === null ? nothing : asOfLine(users.asOf, state)}`
    : notice('loading', t('Checking…'));
  return panel('users', t('Used by'), nothing, content);
}

/** Texts are not read again for each table, so it matters when they were. */
function asOfLine(asOf: number, { view, connection }: TableState): TemplateResult {
  return html`<p class="muted">
    ${t('As of {0}', formatTimestamp(asOf, view.zone, connection.serverOffset))}
  </p>`;
}

function usersContent(
  { items, gaps }: NonNullable<TableState['users']>,
  open: (guid: string, name: string) => void,
): TemplateResult {
  return html`${
    items.length === 0
      ? html`<p class="muted">
          ${gaps.length === 0 ? t('No scheduled query or rule uses this table.') : t('No use of this table was found in the data that could be read.')}
        </p>`
      : html`<ul class="users">
          ${items.map((user) => userLine(user, open))}
        </ul>`
  }
  ${gaps.map((gap) => sentence('gap', 'info', gap))}`;
}

function userLine(user: TableUser, open: (guid: string, name: string) => void): TemplateResult {
  const { kind, guid, name } = user;
  return html`<li>
    ${icon(kind === 'scheduledQuery' ? 'watch' : 'shield')}
    ${
      kind === 'scheduledQuery'
        ? link(visibleText(name), () => open(guid, name))
        : html`<span>${visibleText(name)}</span>`
    }
    <span class="muted">${userText(user)}</span>
  </li>`;
}

function userText({ kind, use }: TableUser): string {
  const reads = use === 'reads';
  switch (kind) {
    case 'scheduledQuery':
      return reads ? t('scheduled query, reads') : t('scheduled query, writes');
    case 'batchRule':
      return reads ? t('batch rule, reads') : t('batch rule, writes');
    case 'streamRule':
      return reads ? t('stream rule, reads') : t('stream rule, writes');
  }
}

/** The shares of the table, and its size on each node. */
function nodesSection({ nodes, sharedWith }: TableFacts, state: TableState): TemplateResult {
  const content =
    nodes === null
      ? sentence(
          'gap',
          'info',
          t('This platform does not report who shares the table or its size on each node.'),
        )
      : html`<p>${t('Shared with')}: ${visibleText(sharedWith ?? '')}</p>
          ${nodes.length === 0 ? html`<p class="muted">${t('The platform lists no nodes.')}</p>` : nodeTable(nodes, state)}`;
  return panel('nodes', t('Nodes and sharing'), nothing, content);
}

function nodeTable(nodes: NonNullable<TableFacts['nodes']>, state: TableState): TemplateResult {
  const lines = nodes.map(
    ({ node, size, indexSize, firstLog, lastLog }) =>
      html`<tr>
        <th scope="row">${visibleText(node)}</th>
        <td class="number">${formatBytes(size)}</td>
        <td class="number">${formatBytes(indexSize)}</td>
        <td>${valueText(firstLog ?? '', 'time', state)}</td>
        <td>${valueText(lastLog ?? '', 'time', state)}</td>
      </tr>`,
  );
  return dataTable('', [t('Node'), t('Data'), t('Index'), t('First log'), t('Last log')], lines);
}
