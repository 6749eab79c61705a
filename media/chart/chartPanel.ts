import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { ChartShape, FromQueryResultsPage } from '../../src/shared/protocol/queryResults';
import { formatCount } from '../app/format';
import type { PageEvent } from '../app/lightElement';
import { iconButton, select, withElement } from '../elements/controls';
import { menuItem } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import { toSvg } from '../image/image';
import { toPng } from '../image/png';
import { chartCsv, chartImage } from './chartFiles';
import type { ChartModel } from './chartModel';
import { ResultChart } from './resultChart';

export interface ChartActions {
  readonly pick: (shape: ChartShape) => void;
  readonly post: (message: FromQueryResultsPage) => void;
  readonly menu: (items: readonly MenuItem[], button: Element) => void;
}

/** A chart with its controls. */
export function chartPanel(model: ChartModel, actions: ChartActions): TemplateResult {
  return html`<section class="result-chart" aria-label=${t('Chart')}>
    <div class="chart-tools">
      ${leftOut(model)} ${model.shapes.length > 1 ? shapeSelect(model, actions) : nothing}
      ${iconButton(
        'save',
        t('Save Chart'),
        withElement((element) => {
          const chart = element.closest('.result-chart')?.querySelector('logbench-result-chart');
          if (chart instanceof ResultChart) actions.menu(saveItems(chart, actions), element);
        }),
      )}
    </div>
    <logbench-result-chart
      .model=${model}
      @chart-brush=${({ detail: { from, to } }: PageEvent<'chart-brush'>) => actions.post({ kind: 'refine', refinement: { action: 'narrowTime', from, to, run: true } })}
    ></logbench-result-chart>
  </section>`;
}

function leftOut({ left, labels, series }: ChartModel): TemplateResult | typeof nothing {
  const axisLabels = [
    ...(left.points > 0
      ? [t('Showing {0} of {1} rows', formatCount(labels.length), formatCount(labels.length + left.points))]
      : []),
    ...(left.series > 0
      ? [t('Showing {0} of {1} series', formatCount(series.length), formatCount(series.length + left.series))]
      : []),
  ];
  return axisLabels.length === 0 ? nothing : html`<span class="left-out">${axisLabels.join(' · ')}</span>`;
}

function shapeSelect({ shape, shapes }: ChartModel, { pick }: ChartActions): TemplateResult {
  const labels: Readonly<Record<ChartShape, string>> = {
    line: t('Line'),
    area: t('Area'),
    bar: t('Bars'),
    stacked: t('Stacked bars'),
    pie: t('Pie'),
    single: t('Single value'),
  };
  const choices = shapes.map((each) => [each, labels[each]] as const);
  return select(t('Chart type'), shape, choices, pick);
}

function saveItems(chart: ResultChart, { post }: ChartActions): readonly MenuItem[] {
  const save = (extension: 'png' | 'svg' | 'csv', data: string): void =>
    post({ kind: 'save', rows: null, extension, data });
  return [
    menuItem(
      t('Save Chart as PNG…'),
      'file-media',
      () => void toPng(chartImage(chart.drawing)).then((data) => save('png', data)),
    ),
    menuItem(t('Save Chart as SVG…'), 'file-code', () => save('svg', toSvg(chartImage(chart.drawing)))),
    menuItem(t('Save Chart Data as CSV…'), 'table', () => save('csv', chartCsv(chart.model))),
  ];
}
