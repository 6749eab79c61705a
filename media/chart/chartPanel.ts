import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import type { ChartShape, FromQueryResultsPage } from '../../src/core/pages/queryResults';
import { formatCount } from '../../src/core/pages/format';
import type { PageEvent } from '../app/lightElement';
import { iconButton, select, withElement } from '../elements/controls';
import { menuItem, openMenuBelow } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import { inColors, opaque, toSvg } from '../../src/core/chart/image';
import type { ChartImage } from '../../src/core/chart/image';
import { toPng } from '../image/imageItems';
import type { ChartModel } from '../../src/core/chart/chartModel';
import { maxPicked } from '../../src/core/chart/drawnSeries';
import { ResultChart } from './resultChart';
import { csvLine } from '../../src/core/base/csvLine';
import { formatWireTime } from '../../src/core/interface/time';
import { themeValue } from '../image/themeColors';
import type { Size } from '../../src/core/chart/plotArea';
import type { Color, Shape } from '../../src/core/chart/shapes';

type Post = (message: FromQueryResultsPage) => void;

/** A chart with its controls. */
export function chartPanel(model: ChartModel, post: Post, pick: (shape: ChartShape) => void): TemplateResult {
  return html`<section class="result-chart" aria-label=${t('Chart')}>
    <div class="chart-tools">
      ${leftOut(model)} ${incomplete(model)} ${seriesButton(model, post)}
      ${model.shapes.length > 1 ? shapeSelect(model, pick) : nothing}
      ${iconButton(
        'save',
        t('Save Chart'),
        withElement((element) => {
          const chart = element.closest('.result-chart')?.querySelector('logbench-result-chart');
          if (chart instanceof ResultChart) openMenuBelow(element, saveItems(chart, post));
        }),
      )}
    </div>
    <logbench-result-chart
      .model=${model}
      @chart-brush=${({ detail: { from, to } }: PageEvent<'chart-brush'>) => post({ kind: 'refine', refinement: { action: 'narrowTime', from, to, run: true } })}
    ></logbench-result-chart>
  </section>`;
}

function leftOut({ left, labels }: ChartModel): TemplateResult | typeof nothing {
  if (left.points === 0) return nothing;
  const [shown, all] = [labels.length, labels.length + left.points].map(formatCount);
  return html`<span class="left-out">${t('Showing {0} of {1} rows', shown ?? '', all ?? '')}</span>`;
}

function incomplete({ incomplete: points = [] }: ChartModel): TemplateResult | typeof nothing {
  const [point, other] = points;
  if (point === undefined) return nothing;
  const one = point === 0 ? t('The first interval is incomplete.') : t('The last interval is incomplete.');
  const text = other === undefined ? one : t('The first and the last interval are incomplete.');
  return html`<span class="left-out">${text}</span>`;
}

/** The legend says what is left out, and this selects it. */
function seriesButton({ ranked }: ChartModel, post: Post): TemplateResult | typeof nothing {
  if (ranked.length === 0) return nothing;
  const pick = (): void => post({ kind: 'pickSeries', series: [...ranked], max: maxPicked });
  return iconButton('checklist', t('Select Series…'), pick);
}

function shapeSelect({ shape, shapes }: ChartModel, pick: (shape: ChartShape) => void): TemplateResult {
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

function saveItems(chart: ResultChart, post: Post): readonly MenuItem[] {
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

/** The chart as an image in the current theme colors. */
function chartImage({ shapes, width, height }: Size & { readonly shapes: readonly Shape[] }): ChartImage {
  const background = themeValue('editor-background', '#fff');
  const colorOf = (name: Color): string => {
    if (name === 'editor-background') return background;
    const color = themeValue(name, themeValue('foreground', '#888'));
    return name.startsWith('charts-') ? opaque(color) : color;
  };
  return {
    width,
    height,
    background,
    fontFamily: themeValue('font-family', 'sans-serif'),
    shapes: inColors(shapes, colorOf),
  };
}

/** The data of the chart. */
function chartCsv({ xName, times, labels, series, offsetAt }: ChartModel): string {
  const x = (index: number): string => {
    const time = times?.[index];
    return time === undefined ? (labels[index] ?? '') : formatWireTime(new Date(time), offsetAt(time));
  };
  const rows = labels.map((_, index) => [x(index), ...series.map(({ exact }) => String(exact[index] ?? ''))]);
  const all = [[xName, ...series.map(({ name }) => name)], ...rows];
  return all.map((row) => `${csvLine(row)}\n`).join('');
}
