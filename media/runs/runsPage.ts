import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { formatCount, formatTimestamp, offsetAt } from '../../src/core/pages/format';
import { t } from '../../src/core/base/localize';
import type { FromRunsPage, RunsState, RunChange, RunRow } from '../../src/core/pages/runs';
import {
  contentOr,
  failureBanner,
  icon,
  iconText,
  notice,
  pageTitle,
  zoneSwitch,
  panel,
  sentence,
} from '../app/parts';
import { HostedPage } from '../app/hostedPage';
import { iconButton, button, definitions, link } from '../elements/controls';
import { formatElapsed } from '../../src/core/base/formatElapsed';
import { visibleText } from '../../src/core/base/visibleText';
import { dataTable } from '../table/fieldsSection';
import type { Plotted } from '../../src/core/chart/chartModel';
import { formatWireTime } from '../../src/core/interface/time';
import { smallChart } from '../elements/chart';

/** As many as fit into a window. */
const firstDrawn = 25;
/** Milliseconds. */
const maxWait = 1000;

/** The last runs of a scheduled query. The host reads; the page only renders. */
@customElement('logbench-runs')
export class RunsPage extends HostedPage<RunsState, FromRunsPage> {
  /** The rest of the runs is drawn when everything is read and there is nothing else to do. */
  @state() private isRestDrawn = false;

  protected override show(data: RunsState): void {
    super.show(data);
    const { runs, failures, changes, failure } = data;
    const isWaiting = failures !== null && changes === null && failure === null;
    if (runs === null) this.isRestDrawn = false;
    else if (!isWaiting) requestIdleCallback(() => (this.isRestDrawn = true), { timeout: maxWait });
  }

  protected override draw(data: RunsState): TemplateResult {
    return html`<main class="page runs-page">
      <header class="page-header">
        ${pageTitle(t('Runs: {0}', data.query.name), data.connection)}
        <div class="toolbar" role="toolbar" aria-label=${t('Actions on the query')}>
          ${zoneSwitch(data, this.changeView)}
          ${iconButton('go-to-file', t('Open Query'), () => this.post({ kind: 'openQuery' }))}
          ${iconButton('play', t('Run Now'), () => this.post({ kind: 'runNow' }))}
          ${iconButton('history', t('Search Audit Logs'), () => this.post({ kind: 'searchAudit' }))}
          ${iconButton('refresh', t('Refresh'), () => this.post({ kind: 'refresh' }))}
        </div>
      </header>
      ${contentOr(data.runs, (runs) => this.#content(data, runs), data.failure, this.failures, t('Reading…'))}
    </main>`;
  }

  #content(data: RunsState, runs: readonly RunRow[]): TemplateResult {
    const { failure, isFromRecord } = data;
    return html`${failure ? failureBanner(failure, this.failures) : nothing}
      <div class="runs-parts">
        <p class="muted own-runs">
          ${t('Only runs of the schedule are listed. A run that you started with Run Now is a query of your own.')}
          ${link(t('Query History'), () => this.post({ kind: 'showHistory' }))}
        </p>
        ${isFromRecord ? sentence('gap', 'info', t('This platform does not list runs. The record has only the last run and the last failure.'), 'status') : nothing}
        ${
          runs.length === 0
            ? notice('empty', t('No runs yet.'))
            : html`${this.#summary(data)} ${chartsSection(runs, data)}
              ${listSection(runs, timesOf(data), this.isRestDrawn ? runs.length : firstDrawn)}`
        }
      </div>`;
  }

  #summary(data: RunsState): TemplateResult {
    const { failures, runs } = data;
    if (failures === null) {
      const count = formatCount(runs?.length ?? 0);
      const text = count === '1' ? t('The last run did not fail.') : t('None of {0} runs failed.', count);
      return sentence('all-well', 'pass', text);
    }
    return failuresSection(failures, data.changes, timesOf(data), this.post);
  }
}

type ShownTime = (at: number | null) => string;

/** Writes times in the zone of the page. */
function timesOf({ view, connection }: Pick<RunsState, 'view' | 'connection'>): ShownTime {
  return (at) => (at === null ? '–' : formatTimestamp(at, view.zone, connection.serverOffset));
}

type Post = (message: FromRunsPage) => void;

/** The first of a row of failures, and what was changed just before it. */
function failuresSection(
  failures: NonNullable<RunsState['failures']>,
  changes: RunsState['changes'],
  time: ShownTime,
  post: Post,
): TemplateResult {
  const { since, count, isCurrent, error, lastSuccess } = failures;
  const title = isCurrent
    ? t('Failing since {0}', time(since))
    : t('Last failures began at {0}', time(since));
  const open = button(t('Open at the Failing Position'), () => post({ kind: 'openFailing' }), {
    icon: 'go-to-file',
    primary: true,
  });
  return panel(
    'failures',
    title,
    html`<div class="toolbar">${open}</div>`,
    html`${sentence('run-error', 'error', error, isCurrent ? 'alert' : nothing)}
      ${definitions('facts', [
        [t('Failed runs'), formatCount(count)],
        [t('Last success'), time(lastSuccess)],
      ])}
      <h3>${t('Changed before the failure')}</h3>
      ${changes === null ? notice('loading', t('Reading…')) : changesList(changes, time, post)}`,
  );
}

function changesList(
  { items, gaps }: NonNullable<RunsState['changes']>,
  time: (at: number) => string,
  post: Post,
): TemplateResult {
  return html`${
    items.length > 0
      ? html`<ul class="users changes">
          ${items.map((change) => changeLine(change, time, post))}
        </ul>`
      : gaps.length === 0
        ? html`<p class="muted">${t('The audit log has no changes.')}</p>`
        : nothing
  }
  ${gaps.map((gap) => sentence('gap', 'info', gap))}`;
}

function changeLine(
  { kind, time: at, user, text, hash }: RunChange,
  time: (at: number) => string,
  post: Post,
): TemplateResult {
  const shown = visibleText(text);
  return html`<li>
    ${icon(kind === 'commit' ? 'git-commit' : 'edit')}
    <span class="muted">${time(at)}</span>
    <span>${visibleText(user)}</span>
    ${
      hash === null
        ? html`<span>${shown}</span>`
        : html`${link(shown, () => post({ kind: 'openCommit', hash }))}
            <code class="muted">${visibleText(hash.slice(0, 8))}</code>`
    }
  </li>`;
}

const icons: Readonly<Record<RunRow['outcome'], string>> = {
  succeeded: 'pass',
  failed: 'error',
  skipped: 'circle-slash',
  running: 'sync',
  other: 'question',
};

/**
 * The runs, the newest first.
 *
 * @param drawn how many of them are drawn.
 */
function listSection(runs: readonly RunRow[], time: ShownTime, drawn: number): TemplateResult {
  const line = ({ due, started, elapsed, rows, outcome, text }: RunRow): TemplateResult =>
    html`<tr data-outcome=${outcome}>
      <th scope="row">${time(due)}</th>
      <td>${time(started)}</td>
      <td class="number">${elapsed === null ? '–' : formatElapsed(elapsed)}</td>
      <td class="number">${rows === null ? '–' : formatCount(rows)}</td>
      <td class="outcome">${iconText(icons[outcome], text)}</td>
    </tr>`;
  const heads = [t('Due'), t('Start'), t('Duration'), t('Rows'), t('Outcome')];
  const count = runs.length === 1 ? t('1 run') : t('{0} runs', formatCount(runs.length));
  return panel(
    'runs',
    t('Runs'),
    html`<span class="muted">${count}</span>`,
    dataTable('run-list', heads, runs.slice(0, drawn).map(line), 'runs'),
  );
}

/** Duration and rows of each run; those that failed are shaded. A single run needs no chart. */
function chartsSection(
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
      ${smallChart(t('Duration in seconds'), t('at most {0}', longest), plotted(t('Duration'), seconds), 120)}
      ${hasRows ? smallChart(t('Rows'), t('at most {0}', most), plotted(t('Rows'), rows), 120) : nothing}
    </div>`,
  );
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
