import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Plotted } from '../../src/shared/chart/chartModel';
import { formatCount, offsetAt } from '../../src/shared/format';
import { formatElapsed } from '../../src/shared/formatElapsed';
import { t } from '../../src/shared/localize';
import type { RunRow, RunsState } from '../../src/shared/protocol/runs';
import { formatWireTime } from '../../src/shared/wire/time';
import { panel } from '../app/header';
import '../elements/chart';

/** Duration and rows of each run; those that failed are shaded. A single run needs no chart. */
export function chartsSection(
  runs: readonly RunRow[],
  state: Pick<RunsState, 'view' | 'connection'>,
): TemplateResult | typeof nothing {
  if (runs.length < 2) return nothing;
  const inTime = runs.toReversed();
  const [first, last] = [inTime[0]?.started ?? 0, inTime.at(-1)?.started ?? 0];
  const isFrequent = (last - first) / inTime.length < 60_000;
  const failed = inTime.flatMap(({ outcome }, index) => (outcome === 'failed' ? [index] : []));
  const plotted = (name: string, values: readonly (number | null)[]): Plotted => ({
    shape: 'bar',
    times: undefined,
    step: 0,
    labels: inTime.map(({ due, started }) => shortTime(due ?? started, isFrequent, state)),
    series: [{ name, values, exact: values }],
    shaded: failed,
    offsetAt: () => 0,
  });
  const seconds = inTime.map(({ elapsed }) => (elapsed === null ? null : elapsed / 1000));
  const rows = inTime.map((run) => run.rows);
  const longest = formatElapsed(Math.max(0, ...runs.map(({ elapsed }) => elapsed ?? 0)));
  const most = formatCount(Math.max(0, ...rows.map((count) => count ?? 0)));
  const hasRows = rows.some((count) => (count ?? 0) > 0);
  return panel(
    'charts',
    t('Duration and rows'),
    failed.length > 0
      ? html`<span class="failed-mark muted">${t('failed: {0}', formatCount(failed.length))}</span>`
      : nothing,
    html`<div class="run-charts">
      ${chart(t('Duration in seconds'), t('at most {0}', longest), plotted(t('Duration'), seconds))}
      ${hasRows ? chart(t('Rows'), t('at most {0}', most), plotted(t('Rows'), rows)) : nothing}
    </div>`,
  );
}

function chart(title: string, figure: string, plotted: Plotted): TemplateResult {
  return html`<figure class="small-chart">
    <figcaption><span>${title}</span> <strong>${figure}</strong></figcaption>
    <logbench-chart
      .plotted=${plotted}
      .height=${120}
      .label=${t('{0} over time: {1}', title, figure)}
    ></logbench-chart>
  </figure>`;
}

/** Without the year and the seconds, or without the date if a query runs several times a minute. */
function shortTime(
  at: number | null,
  isFrequent: boolean,
  { view, connection }: Pick<RunsState, 'view' | 'connection'>,
): string {
  if (at === null) return '–';
  const text = formatWireTime(new Date(at), offsetAt(at, view.zone, connection.serverOffset));
  return isFrequent ? text.slice(11, 19) : text.slice(5, 16);
}
