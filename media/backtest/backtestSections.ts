import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import type { BacktestRunRow, BacktestState } from '../../src/core/pages/backtest';
import { formatCount, formatTimestamp } from '../../src/core/pages/format';
import { notice, panel } from '../app/parts';
import type { PageEvent } from '../app/lightElement';
import '../elements/histogram';
import { definitions } from '../elements/controls';
import { dataTable, firstRows } from '../table/fieldsSection';

/** Hits by hour or day; a selected time opens the query for it. */
export function hitsSection(
  { hits, rows, runs, view, connection, phase }: BacktestState,
  open: (from: number, to: number) => void,
): TemplateResult {
  const empty = phase === 'running' ? t('Nothing found yet.') : t('The query would have found nothing.');
  const content =
    hits === null || rows === 0
      ? notice('empty', empty)
      : html`<logbench-histogram
          .histogram=${hits}
          .names=${hits.names ?? undefined}
          .zone=${view.zone}
          .serverOffset=${connection.serverOffset}
          .label=${t('Hits over time. Use the arrow keys to select an interval, Shift to extend the selection, and Enter to open a query for that time.')}
          @chart-brush=${({ detail }: PageEvent<'chart-brush'>) => open(detail.from, detail.to)}
        ></logbench-histogram>`;
  const seconds = formatCount(Math.round(runs.reduce((sum, { elapsed }) => sum + elapsed, 0) / 100) / 10);
  const rowCount = rows === 1 ? t('1 row') : t('{0} rows', formatCount(rows));
  const runCount = runs.length === 1 ? t('1 run') : t('{0} runs', formatCount(runs.length));
  const figures = t('{0} in {1}, {2} s.', rowCount, runCount, seconds);
  const title = hits?.unit === 'hour' ? t('Hits by hour') : t('Hits by day');
  return panel('hits', title, html`<span class="muted">${figures}</span>`, content);
}

/** What the draft finds more, and less, event by event. */
export function comparisonSection(data: BacktestState): TemplateResult | typeof nothing {
  const { comparison } = data;
  if (comparison === null) return nothing;
  const { same, more, less, moreSample, lessSample } = comparison;
  const isSame = more === 0 && less === 0;
  const figures = definitions('facts', [
    [t('Found by both'), formatCount(same)],
    [t('Only by the draft'), formatCount(more)],
    [t('Only by the published text'), formatCount(less)],
  ]);
  const hint = isSame ? html`<span class="muted">${t('Both return the same rows.')}</span>` : nothing;
  return html`${panel('comparison', t('Draft and published text'), hint, figures)}
  ${firstRows(moreSample, data, 'more', t('Only found by the draft'))}
  ${firstRows(lessSample, data, 'less', t('Only found by the published text'))}`;
}

/** More are not useful in a list. */
const maxRuns = 400;

/** The runs with their time. */
export function runsSection(data: BacktestState): TemplateResult {
  const { runs, plan, comparison, view, connection } = data;
  const isReplay = plan?.kind === 'replay';
  const hasPublished = comparison !== null || runs.some(({ publishedRows }) => publishedRows !== null);
  const time = (at: number): string => formatTimestamp(at, view.zone, connection.serverOffset);
  const line = (run: BacktestRunRow): TemplateResult =>
    html`<tr>
      <th scope="row">
        ${isReplay && run.due !== null ? time(run.due) : `${time(run.from)} – ${time(run.to)}`}
      </th>
      <td class="number">${formatCount(run.rows)}</td>
      ${hasPublished ? html`<td class="number">${formatCount(run.publishedRows ?? 0)}</td>` : nothing}
      <td class="number">${t('{0} ms', formatCount(run.elapsed))}</td>
    </tr>`;
  const heads = [
    isReplay ? t('Due') : t('Slice'),
    t('Rows'),
    ...(hasPublished ? [t('Published')] : []),
    t('Duration'),
  ];
  const hidden = runs.length - maxRuns;
  return panel(
    'runs',
    t('Runs'),
    html`<span class="muted"
      >${t('{0} of {1}', formatCount(runs.length), formatCount(plan?.runs ?? 0))}</span
    >`,
    html`${dataTable('runs', heads, runs.slice(0, maxRuns).map(line), 'runs')}
    ${hidden > 0 ? html`<p class="muted">${t('{0} more', formatCount(hidden))}</p>` : nothing}`,
  );
}
