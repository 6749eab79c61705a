import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import { chartShape } from '../../src/shared/protocol/queryResults';
import type { ChartShape, FromQueryResultsPage } from '../../src/shared/protocol/queryResults';
import { formatCount } from '../app/format';
import { valueOf } from '../app/header';
import type { PageEvent } from '../app/lightElement';
import { closeOnLeave } from '../elements/closeOnLeave';
import type { MenuItem } from '../elements/popupMenu';
import { chartCsv, chartPng, chartSvg } from './chartFiles';
import type { ChartModel } from './chartModel';
import { ResultChart } from './resultChart';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';

export interface ChartActions {
  readonly choose: (shape: ChartShape) => void;
  readonly post: (message: FromQueryResultsPage) => void;
  readonly menu: (items: readonly MenuItem[], button: Element) => void;
}

/** A chart with its controls. */
export function chartPanel(model: ChartModel, actions: ChartActions): TemplateResult {
  return html`<section class="result-chart" aria-label=${t('Chart')}>
    <div class="chart-tools">
      ${leftOut(model)} ${model.shapes.length > 1 ? shapeSelect(model, actions) : nothing}
      <vscode-toolbar-button
        icon="save"
        label=${t('Save Chart')}
        title=${t('Save Chart')}
        @click=${({ currentTarget }: Event) => {
          if (!(currentTarget instanceof Element)) return;
          const chart = currentTarget.closest('.result-chart')?.querySelector('logbench-result-chart');
          if (chart instanceof ResultChart) actions.menu(saveItems(chart, actions), currentTarget);
        }}
      ></vscode-toolbar-button>
    </div>
    <logbench-result-chart
      .model=${model}
      @chart-brush=${({ detail: { from, to } }: PageEvent<'chart-brush'>) => actions.post({ kind: 'refine', refinement: { action: 'narrowTime', from, to, run: true } })}
    ></logbench-result-chart>
  </section>`;
}

function leftOut({ left, labels, series }: ChartModel): TemplateResult | typeof nothing {
  const words = [
    ...(left.points > 0
      ? [t('Showing {0} of {1} rows', formatCount(labels.length), formatCount(labels.length + left.points))]
      : []),
    ...(left.series > 0
      ? [t('Showing {0} of {1} series', formatCount(series.length), formatCount(series.length + left.series))]
      : []),
  ];
  return words.length === 0 ? nothing : html`<span class="left-out">${words.join(' · ')}</span>`;
}

function shapeSelect({ shape, shapes }: ChartModel, { choose }: ChartActions): TemplateResult {
  return html`<vscode-single-select
    label=${t('Chart type')}
    .value=${shape}
    @focusout=${closeOnLeave}
    @change=${(event: Event) => {
      const chosen = chartShape.safeParse(valueOf(event));
      if (chosen.success) choose(chosen.data);
    }}
  >
    ${shapes.map(
      (each) =>
        html`<vscode-option value=${each} ?selected=${each === shape}>${shapeLabel(each)}</vscode-option>`,
    )}
  </vscode-single-select>`;
}

function shapeLabel(shape: ChartShape): string {
  switch (shape) {
    case 'line':
      return t('Line');
    case 'area':
      return t('Area');
    case 'bar':
      return t('Bars');
    case 'stacked':
      return t('Stacked bars');
    case 'pie':
      return t('Pie');
    case 'single':
      return t('Single value');
  }
}

function saveItems(chart: ResultChart, { post }: ChartActions): readonly MenuItem[] {
  const item = (
    label: string,
    icon: string,
    extension: 'png' | 'svg' | 'csv',
    data: () => string,
  ): MenuItem => ({
    label,
    icon,
    run: () => post({ kind: 'save', rows: null, extension, data: data() }),
  });
  return [
    item(t('Save Chart as PNG…'), 'file-media', 'png', () => chartPng(chart.drawing.shapes, chart.drawing)),
    item(t('Save Chart as SVG…'), 'file-code', 'svg', () => chartSvg(chart.drawing.shapes, chart.drawing)),
    item(t('Save Chart Data as CSV…'), 'table', 'csv', () => chartCsv(chart.model)),
  ];
}
