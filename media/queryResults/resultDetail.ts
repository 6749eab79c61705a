import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import type { Cell, QueryResultsState, ResultColumn, ResultRow } from '../../src/core/pages/queryResults';
import { iconButton } from '../elements/controls';
import { opensMenu } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import { jsonTree } from '../elements/jsonTree';
import type { DetailContent } from '../grid/detailPane';
import { rowObject } from './copyRows';
import { cellText } from './resultColumns';
import { visibleText } from '../../src/core/base/visibleText';

/** What can be done with a value. */
type ItemsOf = (column: string, value: Cell) => readonly MenuItem[];

/** The details of a row: time, source and text of a log, then its fields. Search terms are highlighted. */
export function resultDetail(
  row: ResultRow,
  { columns, view, connection, highlights }: QueryResultsState,
  itemsOf: ItemsOf,
): DetailContent {
  const words = [...highlights, ...view.filter.split(/\s+/)];
  const valueOf = (name: string): Cell => row[columns.findIndex((column) => column.name === name)] ?? null;
  const text = (column: ResultColumn): string =>
    cellText(valueOf(column.name), column.type, view.zone, connection.serverOffset);
  const time = columns.find(({ name }) => name === '_time');
  const source = valueOf('_table');
  const line = valueOf('line');
  return {
    label: t('Row'),
    title: time && valueOf('_time') !== null ? text(time) : t('Row'),
    ...(typeof source === 'string'
      ? { badge: html`<span class="event-source">${visibleText(source)}</span>` }
      : {}),
    body: html`${typeof line === 'string' ? html`<p class="event-line" translate="no">${highlighted(visibleText(line), words)}</p>` : nothing}
      <dl class="event-fields" translate="no">
        ${columns
          .filter(({ name }) => name !== 'line' && valueOf(name) !== null)
          .map((column) => field(column, valueOf(column.name), highlighted(text(column), words), itemsOf))}
      </dl>`,
    value: rowObject(row, columns),
  };
}

function field(
  { name, type }: ResultColumn,
  value: Cell,
  shown: TemplateResult,
  itemsOf: ItemsOf,
): TemplateResult {
  const open = opensMenu(() => itemsOf(name, value));
  return html`<div>
    <dt title=${visibleText(name)}>${visibleText(name)}</dt>
    <dd data-type=${type}>
      ${
        typeof value === 'object'
          ? jsonTree(value)
          : html`<span class="event-value">${shown}</span>
              ${iconButton('ellipsis', t('Actions for {0}', name), open)}`
      }
    </dd>
  </div>`;
}

/** Highlights the words in a text, ignoring case. */
function highlighted(text: string, words: readonly string[]): TemplateResult {
  const sought = words
    .filter((word) => word !== '')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (sought.length === 0) return html`${text}`;
  const pieces = text.split(new RegExp(`(${sought.join('|')})`, 'gi'));
  return html`${pieces.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part))}`;
}
