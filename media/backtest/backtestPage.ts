import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatBytes } from '../../src/core/base/formatBytes';
import { t } from '../../src/core/base/localize';
import type {
  BacktestState,
  FromBacktestPage,
  BacktestDays,
  BacktestView,
} from '../../src/core/pages/backtest';
import { visibleText } from '../../src/core/base/visibleText';
import { failureBanner, notice, pageTitle, sentence, zoneSwitch } from '../app/parts';
import { formatCount, formatTimestamp } from '../../src/core/pages/format';
import { HostedPage } from '../app/hostedPage';
import type { PageEvent } from '../app/lightElement';
import { button, iconButton, selectField } from '../elements/controls';
import type { TimeRange } from '../elements/timeRangePicker';
import { exportItems } from '../elements/exportProgress';
import { menuItem, opensMenu } from '../elements/popupMenu';
import { fieldsSection, firstRows } from '../table/fieldsSection';
import { comparisonSection, hitsSection, runsSection } from './backtestSections';
import '../elements/timeRangePicker';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';

/** A query tried on the past: what will run, and what it has found. The host runs; the page only renders. */
@customElement('logbench-backtest')
export class BacktestPage extends HostedPage<BacktestState, FromBacktestPage> {
  protected override draw(data: BacktestState): TemplateResult {
    return html`<main class="page backtest-page">
      ${this.#header(data)}
      <div class="backtest-parts">
        ${this.#setup(data)} ${this.#status(data)} ${data.runs.length > 0 ? this.#results(data) : nothing}
      </div>
      <logbench-menu></logbench-menu>
    </main>`;
  }

  /** A range that is invalid says why, and is to be corrected. */
  readonly #start = (): void => {
    const range = this.querySelector<TimeRange>('logbench-time-range');
    if (range === null || range.times !== undefined) this.host.post({ kind: 'start' });
    else range.querySelector<HTMLElement>('vscode-textfield')?.focus();
  };

  #header(data: BacktestState): TemplateResult {
    const { phase, runs, plan } = data;
    const isRunning = phase === 'running';
    const offerExport = opensMenu(() => exportItems((format) => this.host.post({ kind: 'export', format })));
    return html`<header class="page-header">
      ${pageTitle(t('Backtest: {0}', data.subject.name), data.connection, nothing, data.subject.text)}
      <div class="toolbar" role="toolbar" aria-label=${t('Backtest actions')}>
        ${zoneSwitch(data, this.changeView)}
        ${
          isRunning
            ? button(t('Cancel'), () => this.post({ kind: 'cancel' }), { icon: 'debug-stop' })
            : button(runs.length > 0 ? t('Run Again') : t('Start'), this.#start, {
                icon: 'play',
                primary: true,
                // The query may have been corrected meanwhile.
                disabled: phase === 'planning' || (data.problem === null && (plan?.runs ?? 0) === 0),
              })
        }
        ${
          runs.length > 0 && !isRunning
            ? html`${iconButton('desktop-download', t('Export Rows'), offerExport)}
              ${iconButton('copy', t('Copy Summary'), () => this.post({ kind: 'copySummary' }))}
              ${iconButton('notebook', t('Add to Notebook…'), () => this.post({ kind: 'addToNotebook' }))}`
            : nothing
        }
      </div>
    </header>`;
  }

  /** The period, and what will run. */
  #setup(data: BacktestState): TemplateResult {
    return html`<section class="panel" aria-label=${t('Period')}>
      ${periodFields(data, this.changeView)}
      ${data.problem === null ? planText(data) : sentence('warning', 'warning', data.problem, 'alert')}
    </section>`;
  }

  #status(data: BacktestState): TemplateResult {
    const { failure, phase, plan, runs } = data;
    if (failure !== null) {
      const message =
        runs.length === 0
          ? failure.message
          : t('{0} What was found before is kept. Retry continues.', failure.message);
      return failureBanner({ ...failure, message }, this.failures);
    }
    if (phase === 'running') return progress(runs.length, plan?.runs ?? 0, data.rows);
    if (phase === 'canceled') {
      const counts = [formatCount(runs.length), formatCount(plan?.runs ?? 0)];
      const text = t('Canceled. Runs: {0} of {1}. What was found before is shown.', ...counts);
      return sentence('warning', 'circle-slash', text, 'status');
    }
    return html`${nothing}`;
  }

  #results(data: BacktestState): TemplateResult {
    const { sample, rows, isTruncated, phase, view, connection } = data;
    const shown = { sample, sampleFailure: null, view, connection };
    const isOver = phase !== 'running';
    const limit = t(
      'Stopped after {0} rows. Make the query more specific, or select a shorter period.',
      formatCount(rows),
    );
    return html`${isTruncated ? sentence('warning', 'warning', limit, 'status') : nothing}
    ${hitsSection(data, (from, to) => this.host.post({ kind: 'openQuery', from, to }))}
    ${comparisonSection(data)}
    ${
      isOver && rows > 0
        ? html`${fieldsSection(
            shown,
            this.failures,
            {
              open: (openField) => this.changeView({ openField }),
              itemsOf: (_, text) => [
                menuItem(t('Copy Value'), 'copy', () => this.host.post({ kind: 'copy', text })),
              ],
            },
            (count) => (rows === 1 ? t('Based on 1 row.') : t('Based on all {0} rows.', count)),
          )}
          ${sample ? firstRows(sample, data, 'rows', t('Sample events')) : nothing}`
        : nothing
    }
    ${runsSection(data)}`;
  }
}

function planText(data: BacktestState): TemplateResult {
  const { plan, estimate, phase } = data;
  // A run that starts ends the estimate.
  const isWaiting = phase === 'planning' || phase === 'ready';
  if (plan === null) return notice('loading', t('Planning…'));
  const time = (at: number): string => formatTimestamp(at, data.view.zone, data.connection.serverOffset);
  const sentences = [
    kindText(plan),
    t('Period: {0} to {1}.', time(plan.from), time(plan.to)),
    ...(plan.isLimited
      ? [t('There are more due times than can be run. Only the newest {0} are run.', formatCount(plan.runs))]
      : []),
    ...(plan.cut.length > 0
      ? [t('Commands that write or send data are not run: {0}.', plan.cut.join(', '))]
      : []),
  ];
  return html`<ul class="plan">
    ${sentences.map((sentence) => html`<li>${visibleText(sentence)}</li>`)}
    ${estimate !== null || isWaiting ? html`<li>${estimate === null ? t('Estimating what will be read…') : estimateText(estimate)}</li>` : nothing}
  </ul>`;
}

function kindText({ kind, runs, due }: NonNullable<BacktestState['plan']>): string {
  if (runs === 0) return t('It would not have run in this period.');
  if (runs === 1) {
    return kind === 'slices'
      ? t('The query only filters: it runs once.')
      : t('The query aggregates: it runs once.');
  }
  const count = formatCount(runs);
  if (kind === 'slices') {
    return t('The query only filters: it runs in {0} slices of a day, the newest first.', count);
  }
  switch (due) {
    case 'schedule':
      return t('The query aggregates: it is replayed for {0} due times, each with its own period.', count);
    case 'window':
      return t(
        'The query aggregates and has no schedule: it runs {0} times, for periods without gaps.',
        count,
      );
    default:
      return t(
        'The query aggregates and has neither a schedule nor a duration: it runs {0} times, once a day.',
        count,
      );
  }
}

function estimateText({ tables, rows, bytes }: NonNullable<BacktestState['estimate']>): string {
  if (rows === null || bytes === null) return t('What will be read cannot be estimated.');
  const figures = [rowCount(rows), formatBytes(bytes)];
  return tables === 1
    ? t('Reads about {0} ({1}) of 1 table.', ...figures)
    : t('Reads about {0} ({1}) of {2} tables.', ...figures, tables);
}

function rowCount(count: number): string {
  return count === 1 ? t('1 row') : t('{0} rows', formatCount(count));
}

function progress(done: number, total: number, rows: number): TemplateResult {
  const text = t('Runs: {0} of {1}. Found: {2}.', formatCount(done), formatCount(total), rowCount(rows));
  return html`<div class="backtest-progress" role="status">
    <progress max=${Math.max(1, total)} value=${done} aria-label=${t('Progress')}></progress>
    <span>${text}</span>
  </div>`;
}

/** The period, and whether a draft is compared. */
function periodFields(
  data: BacktestState,
  changeView: (change: Partial<BacktestView>) => void,
): TemplateResult {
  const { view, subject, phase } = data;
  const labels: readonly (readonly [BacktestDays, string])[] = [
    ['1', t('Last day')],
    ['7', t('Last 7 days')],
    ['30', t('Last 30 days')],
    ['range', t('Custom range…')],
  ];
  const pick = (days: BacktestDays): void =>
    changeView(days === 'range' ? { days, ...rangeOf(data) } : { days });
  return html`<div class="backtest-fields" ?inert=${phase === 'running'}>
    ${selectField(t('Period'), view.days, labels, pick)}
    ${
      view.days === 'range'
        ? html`<logbench-time-range
            .from=${view.from}
            .to=${view.to}
            .zone=${view.zone}
            .serverOffset=${data.connection.serverOffset}
            @times-change=${({ detail: { from, to } }: PageEvent<'times-change'>) => changeView({ from: from ?? '', to: to ?? '' })}
          ></logbench-time-range>`
        : nothing
    }
    ${
      subject.published === null
        ? nothing
        : html`<vscode-checkbox
            ?checked=${view.compare}
            @change=${() => changeView({ compare: !view.compare })}
            >${t('Compare with the published text')}</vscode-checkbox
          >`
    }
  </div>`;
}

/** A range starts with what was shown. */
function rangeOf({ view, plan, connection }: BacktestState): Pick<BacktestView, 'from' | 'to'> {
  if (view.from !== '' || plan === null) return { from: view.from, to: view.to };
  const time = (at: number): string => formatTimestamp(at, view.zone, connection.serverOffset);
  return { from: time(plan.from), to: time(plan.to) };
}
