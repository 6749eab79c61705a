import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../../src/core/base/localize';
import type { SampledField, TableSample, TableState } from '../../src/core/pages/tableMessages';
import { epochOf, formatCount, formatTimestamp, formatShare } from '../../src/core/pages/format';
import { contentOr, notice, panel } from '../app/parts';
import type { FailureActions } from '../app/parts';
import { button } from '../elements/controls';
import type { MenuItem } from '../elements/popupMenu';
import { topValues, valueElement } from '../elements/topValues';
import { visibleText } from '../../src/core/base/visibleText';

/** How times are shown. */
export interface ShownTimes {
  readonly view: Pick<TableState['view'], 'zone'>;
  readonly connection: TableState['connection'];
}

/** A sample of rows with the field whose values are open. */
interface SampleState extends ShownTimes, Pick<TableState, 'sample' | 'sampleFailure'> {
  readonly view: TableState['view'];
}

/** The maximum number of fields; the least filled ones are omitted. */
const maxFields = 60;

interface FieldActions {
  /** Shows the most frequent values of a field. */
  readonly open: (field: string | null) => void;
  /** Uploads rows while there are none. */
  readonly fill?: () => void;
  /** What can be done with a value. */
  readonly itemsOf: (field: SampledField, value: string) => readonly MenuItem[];
}

/** The fields of the newest rows: type, fill rate, distinct values, and the most frequent values of one. */
export function fieldsSection(
  state: SampleState,
  failures: FailureActions,
  actions: FieldActions,
  caption: (rows: string) => string = (count) =>
    state.sample?.rows === 1 ? t('Based on 1 row.') : t('Based on the newest {0} rows.', count),
): TemplateResult {
  const { sample, sampleFailure } = state;
  const rows = sample?.rows ?? 0;
  const draw = (shown: TableSample): TemplateResult =>
    rows === 0 ? withoutRows(actions) : fieldTable(shown, state, actions);
  return panel(
    'fields',
    t('Fields'),
    rows > 0 ? html`<span class="muted">${caption(formatCount(rows))}</span>` : nothing,
    contentOr(sample, draw, sampleFailure, failures, t('Reading rows…')),
  );
}

function withoutRows({ fill }: FieldActions): TemplateResult {
  const upload = fill && button(t('Upload Log File…'), fill, { icon: 'cloud-upload' });
  return notice('empty', t('There are no rows.'), null, upload);
}

function fieldTable(
  { fields, rows }: TableSample,
  state: SampleState,
  actions: FieldActions,
): TemplateResult {
  const hidden = fields.length - maxFields;
  const heads = [t('Field'), t('Type'), t('Filled'), t('Distinct'), t('Most frequent')];
  const lines = repeat(
    fields.slice(0, maxFields),
    ({ name }) => name,
    (field) => fieldRow(field, rows, state, actions),
  );
  return html`${dataTable('fields', heads, lines)}
  ${hidden > 0 ? html`<p class="muted">${t('{0} more', formatCount(hidden))}</p>` : nothing}`;
}

function fieldRow(
  field: SampledField,
  rows: number,
  state: SampleState,
  actions: FieldActions,
): TemplateResult {
  const isOpen = field.name === state.view.openField;
  const [maxFrequent] = field.top;
  return html`<tr>
      <th scope="row">
        <button
          class="field-name"
          aria-expanded=${isOpen ? 'true' : 'false'}
          @click=${() => actions.open(isOpen ? null : field.name)}
        >
          <span class="codicon codicon-chevron-${isOpen ? 'down' : 'right'}" aria-hidden="true"></span
          >${visibleText(field.name)}
        </button>
      </th>
      <td>${typeLabels[field.type]()}</td>
      <td class="number">${formatShare(field.filled / Math.max(1, rows))}</td>
      <td class="number">${formatCount(field.distinct)}</td>
      <td class="value">
        ${
          maxFrequent && maxFrequent.count > 1
            ? valueElement(valueText(maxFrequent.value, field.type, state), () =>
                actions.itemsOf(field, maxFrequent.value),
              )
            : t('all distinct')
        }
      </td>
    </tr>
    ${isOpen ? topRow(field, state, actions) : nothing}`;
}

/** The ten most frequent values. */
function topRow(field: SampledField, state: ShownTimes, actions: FieldActions): TemplateResult {
  const { top, filled, name, type } = field;
  return html`<tr class="top-row">
    <td colspan="5">
      ${topValues(
        t('Most frequent values of {0}', name),
        top.map(({ value, count }) => ({
          text: valueText(value, type, state),
          count,
          items: () => actions.itemsOf(field, value),
        })),
        filled,
      )}
    </td>
  </tr>`;
}

/** The newest rows with their most filled fields. */
export function firstRows(
  { rows, columns, first, fields }: TableSample,
  state: ShownTimes,
  id = 'rows',
  title = t('Newest rows'),
): TemplateResult | typeof nothing {
  if (first.length === 0) return nothing;
  const types = columns.map((column) => fields.find(({ name }) => name === column)?.type ?? 'text');
  const lines = first.map(
    (row) =>
      html`<tr>
        ${row.map((value, index) => html`<td>${valueText(value, types[index] ?? 'text', state)}</td>`)}
      </tr>`,
  );
  const hints = [
    ...(first.length < rows ? [t('The first {0} rows', first.length)] : []),
    ...(columns.length < fields.length ? [t('{0} of {1} fields', columns.length, fields.length)] : []),
  ];
  const hint = html`<span class="muted">${hints.join(' · ')}</span>`;
  return panel(id, title, hint, dataTable('rows', columns, lines, id));
}

/** A table that can be wider than the page; in the panel with this ID, by keyboard too. */
export function dataTable(
  classes: string,
  heads: readonly string[],
  lines: unknown,
  panelId?: string,
): TemplateResult {
  return html`<div
    class="scrolled"
    tabindex=${panelId === undefined ? nothing : 0}
    role=${panelId === undefined ? nothing : 'region'}
    aria-labelledby=${panelId === undefined ? nothing : `${panelId}-title`}
  >
    <table class="data ${classes}">
      <thead>
        <tr>
          ${heads.map((name) => html`<th scope="col">${visibleText(name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`;
}

/** Times are in the zone of the page. */
export function valueText(
  value: string,
  type: SampledField['type'],
  { view, connection }: ShownTimes,
): string {
  const epoch = type === 'time' ? epochOf(value) : undefined;
  return epoch === undefined
    ? visibleText(value)
    : formatTimestamp(epoch, view.zone, connection.serverOffset);
}

const typeLabels: Readonly<Record<SampledField['type'], () => string>> = {
  text: () => t('text'),
  number: () => t('number'),
  time: () => t('time'),
  boolean: () => t('true or false'),
  json: () => t('JSON'),
};
