import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import type { Cell, FieldStatistics, Refinement } from '../../src/core/pages/queryResults';
import { formatCount, formatShare } from '../../src/core/pages/format';
import { sentence } from '../app/parts';
import { button, definitions, iconButton } from '../elements/controls';
import type { MenuItem } from '../elements/popupMenu';
import { topValues } from '../elements/topValues';
import { sidePane } from '../grid/detailPane';

export interface StatisticsActions {
  readonly refine: (refinement: Refinement) => void;
  readonly close: () => void;
  /** What can be done with a value. */
  readonly itemsOf: (column: string, value: Cell) => readonly MenuItem[];
  /** Formats a value like the grid. */
  readonly text: (value: Cell) => string;
}

/** The statistics of a field over all rows, next to the rows. */
export function statisticsPane(statistics: FieldStatistics, actions: StatisticsActions): TemplateResult {
  const { column } = statistics;
  return sidePane({
    classes: 'statistics',
    label: t('Statistics for {0}', column),
    title: column,
    close: actions.close,
    tools: button(t('Group By This Field'), () => actions.refine({ action: 'groupBy', column, run: true }), {
      icon: 'group-by-ref-type',
    }),
    body: html`<p role="status">${progressText(statistics)}</p>
      ${statistics.failure === null ? nothing : sentence('detail-error', 'warning', statistics.failure)}
      ${facts(statistics, actions)} ${frequentValues(statistics, actions)}`,
  });
}

function progressText({ read, total, done }: FieldStatistics): string {
  if (!done) return t('Reading {0} of {1} rows…', formatCount(read), formatCount(total));
  if (read < total) return t('Based on {0} of {1} rows.', formatCount(read), formatCount(total));
  return read === 1 ? t('Based on 1 row.') : t('Based on all {0} rows.', formatCount(read));
}

function facts(
  { read, filled, distinct, distinctCut, least, greatest }: FieldStatistics,
  { text }: StatisticsActions,
): TemplateResult {
  const share = read === 0 ? '' : ` (${formatShare(filled / read)})`;
  const different = distinctCut ? t('More than {0}', formatCount(distinct)) : formatCount(distinct);
  return definitions('record', [
    [t('Filled'), `${formatCount(filled)}${share}`],
    [t('Distinct values'), different],
    ...(least === null ? [] : [[t('Minimum'), text(least) || t('empty text')] as const]),
    ...(greatest === null ? [] : [[t('Maximum'), text(greatest) || t('empty text')] as const]),
  ]);
}

function frequentValues(
  { column, top, filled, distinctCut }: FieldStatistics,
  { refine, itemsOf, text }: StatisticsActions,
): TemplateResult | typeof nothing {
  if (top.length === 0) return nothing;
  const refining = (action: 'keepOnly' | 'exclude', value: Cell) => (): void =>
    refine({ action, column, value, run: true });
  const values = top.map(({ value, count }) => ({
    text: text(value),
    count,
    items: () => itemsOf(column, value),
    ...(typeof value !== 'object' && {
      actions: html`${iconButton('filter', t('Keep Only “{0}”', text(value)), refining('keepOnly', value))}
      ${iconButton('circle-slash', t('Exclude “{0}”', text(value)), refining('exclude', value))}`,
    }),
  }));
  return html`<h3>${t('Most frequent values')}</h3>
    ${distinctCut ? html`<p>${t('Only the first distinct values were counted. Others may be more frequent.')}</p>` : nothing}
    ${topValues(t('Most frequent values of {0}', column), values, filled)}`;
}
