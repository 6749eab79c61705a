import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import type {
  FromQueryStatusPage,
  QueryStatusState,
  Sample,
  WatchedStatus,
} from '../../src/core/pages/queryStatusMessages';
import { formatElapsed } from '../../src/core/base/formatElapsed';
import { formatAgo, formatCount, formatRate, formatTimestamp, offsetAt } from '../../src/core/pages/format';
import { contentOr, failureBanner, icon, pageTitle, zoneSwitch, phaseBadge } from '../app/parts';
import type { QueryPhase } from '../app/parts';
import { HostedPage } from '../app/hostedPage';
import { button, definitions } from '../elements/controls';
import { SecondTicker } from '../app/timers';
import { buildPipeline } from './pipeline';
import { pipelineTemplate } from './pipelineTemplate';
import { visibleText } from '../../src/core/base/visibleText';
import type { Plotted } from '../../src/core/chart/chartModel';
import { smallChart } from '../elements/chart';
import { namedTree } from '../elements/jsonTree';

/** The live status of a query. The host keeps the state; the page only renders it. */
@customElement('logbench-query-status')
export class QueryStatusPage extends HostedPage<QueryStatusState, FromQueryStatusPage> {
  protected readonly ticker = new SecondTicker(this, () => finishTime(this.data) === null);

  protected override draw(state: QueryStatusState): TemplateResult {
    const draw = (status: WatchedStatus): TemplateResult => this.#content(state, status);
    const waiting = t('Waiting for the first response…');
    return html`<main class="page">
      ${this.#header(state)}${contentOr(state.status, draw, state.failure, this.failures, waiting)}
    </main>`;
  }

  #header(state: QueryStatusState): TemplateResult {
    const phase = queryPhase(state);
    // Without any response, only the failure is shown.
    const hasResponse = state.status !== null || state.failure === null;
    return html`<header class="page-header">
      ${pageTitle(t('Query {0}', state.queryId), state.connection, hasResponse ? phaseBadge(phase) : nothing)}
      <div class="toolbar">
        ${zoneSwitch(state, this.changeView)}
        ${hasResponse ? button(t('Results'), () => this.post({ kind: 'openResults' }), { icon: 'table' }) : nothing}
        ${
          phase === 'running' || phase === 'cancelRequested'
            ? button(t('Cancel Query'), () => this.post({ kind: 'cancel' }), {
                icon: 'debug-stop',
                primary: true,
                disabled: phase !== 'running',
              })
            : nothing
        }
      </div>
      ${hasResponse ? this.#facts(state) : nothing}
    </header>`;
  }

  #facts(state: QueryStatusState): TemplateResult {
    const { status, view, connection } = state;
    const finished = finishTime(state);
    return html`<dl class="facts">
      ${fact(t('Rows'), status ? formatCount(status.rows) : '–')}
      ${fact(t('Elapsed'), status ? formatElapsed(status.elapsed) : '–')}
      ${
        finished === null
          ? fact(t('Updated'), this.#lastResponse(state), isLate(state) ? 'late' : '')
          : fact(t('Finished'), formatTimestamp(finished, view.zone, connection.serverOffset))
      }
      ${fact(t('Started by'), status ? status.loginName : '–')}
    </dl>`;
  }

  #content(state: QueryStatusState, status: WatchedStatus): TemplateResult {
    const { failure } = state;
    const over = status.isFinished || failure?.reason === 'notFound';
    return html`
      ${failure ? failureBanner(failure, this.failures) : nothing}
      ${pipelineTemplate(buildPipeline(status, state.samples, over))}
      ${throughputTemplate(
        state.samples,
        over ? status : undefined,
        offsetAt(Date.now(), state.view.zone, state.connection.serverOffset),
      )}
      ${this.#details(state, status)}
    `;
  }

  /** The query text and all fields of the record that are not shown elsewhere. */
  #details(state: QueryStatusState, status: WatchedStatus): TemplateResult {
    return html`
      <details class="section" ?open=${state.view.textOpen} @toggle=${this.#follow('textOpen')}>
        <summary>${t('Query text')}</summary>
        <div class="section-body">
          <pre class="query-text" tabindex="0" aria-label=${t('Query text')}>
${visibleText(status.queryString)}</pre>
          <div class="toolbar">
            ${button(t('Copy'), () => this.post({ kind: 'copy', text: status.queryString }), { icon: 'copy' })}
            ${button(t('Open in Editor'), () => this.post({ kind: 'openText' }), { icon: 'go-to-file' })}
          </div>
        </div>
      </details>
      <details class="section" ?open=${state.view.detailsOpen} @toggle=${this.#follow('detailsOpen')}>
        <summary>${t('Details')}</summary>
        <div class="section-body">
          ${plainFields(state, status)} ${mapField(t('Constants'), status.constants)}
          ${mapField(t('Tags'), status.tags)} ${mapField(t('Other fields'), status.more)}
        </div>
      </details>
    `;
  }

  #follow(part: 'detailsOpen' | 'textOpen'): (event: Event) => void {
    return ({ currentTarget }) => {
      if (currentTarget instanceof HTMLDetailsElement) this.changeView({ [part]: currentTarget.open });
    };
  }

  #lastResponse(state: QueryStatusState): string {
    if (state.lastResponse === null) return t('not yet');
    const ago = formatAgo(Date.now() - state.lastResponse);
    return state.watching === 'paused' ? t('{0}, paused', ago) : ago;
  }
}

/** Null if the age of the last response is shown instead. */
function finishTime(state: QueryStatusState | undefined): number | null {
  return state?.status?.isFinished === true ? state.status.finishTime : null;
}

/** Longer than any normal interval without a response. */
const lateAfter = 15_000;

function isLate(state: QueryStatusState): boolean {
  return (
    state.watching === 'active' && state.lastResponse !== null && Date.now() - state.lastResponse > lateAfter
  );
}

function fact(name: string, value: string, kind = ''): TemplateResult {
  return html`<div class="fact" data-kind=${kind}>
    <dt>${name}</dt>
    <dd title=${visibleText(value)}>
      ${kind === 'late' ? icon('warning') : nothing}<span>${visibleText(value)}</span>
    </dd>
  </div>`;
}

/** A requested cancellation is not complete: the platform confirms it later. */
function queryPhase(state: QueryStatusState): QueryPhase {
  const { status } = state;
  if (!status) return 'unknown';
  if (status.isFinished) return status.isCanceled ? 'cancelled' : 'finished';
  // The result is unknown: the last response is outdated.
  if (state.failure?.reason === 'notFound') return 'notFound';
  return status.isCanceled || state.cancelAsked ? 'cancelRequested' : 'running';
}

/** Rows and rows per second over time. A finished query has only an average rate. */
function throughputTemplate(
  samples: readonly Sample[],
  ended: WatchedStatus | undefined,
  offset: number,
): TemplateResult | typeof nothing {
  // With a single response there is nothing to draw.
  if (ended && samples.length < 2) return nothing;
  const rates = rowRates(samples);
  const rows = samples.map((sample) => sample.rows);
  const rate = ended ? meanRate(ended) : formatRate(rates.at(-1) ?? 0);
  return html`<section class="throughput" aria-label=${t('Rows and throughput over time')}>
    ${chart(t('Rows'), formatCount(rows.at(-1) ?? 0), samples, rows, offset)}
    ${chart(t('Rows per second'), rate, samples, rates, offset)}
  </section>`;
}

function rowRates(samples: readonly Sample[]): readonly number[] {
  return samples.map((sample, index) => {
    const before = samples[index - 1];
    if (!before || sample.at <= before.at) return 0;
    return (Math.max(0, sample.rows - before.rows) * 1000) / (sample.at - before.at);
  });
}

function meanRate({ rows, elapsed }: WatchedStatus): string {
  return t('{0} on average', formatRate((rows * 1000) / Math.max(1, elapsed)));
}

function chart(
  title: string,
  figure: string,
  samples: readonly Sample[],
  values: readonly number[],
  offset: number,
): TemplateResult {
  const plotted = {
    shape: 'area',
    times: samples.map((sample) => sample.at),
    step: 0,
    labels: samples.map(() => ''),
    series: [{ name: title, values, exact: values }],
    offsetAt: () => offset,
  } satisfies Plotted;
  // With fewer than two responses there is no time span.
  return smallChart(title, figure, samples.length > 1 ? plotted : undefined, 96);
}

function plainFields(state: QueryStatusState, status: WatchedStatus): TemplateResult {
  const timestamp = (epoch: number | null): string =>
    epoch === null ? '–' : formatTimestamp(epoch, state.view.zone, state.connection.serverOffset);
  const yesNo = (value: boolean): string => (value ? t('Yes') : t('No'));
  return definitions('record', [
    [t('Source'), status.source],
    [t('Login name'), status.loginName],
    [t('Client address'), status.remoteIp],
    [t('Started'), timestamp(status.startTime)],
    [t('Finished'), timestamp(status.finishTime)],
    [t('Last started (server format)'), status.lastStarted ?? '–'],
    [t('Scheduled query'), yesNo(status.isScheduledQuery)],
    [
      t('Background'),
      status.background
        ? t('Yes, the query continues when the session ends')
        : t('No, the query is canceled when the session ends'),
    ],
    [t('Status version (stamp)'), String(status.stamp)],
  ]);
}

function mapField(name: string, value: Readonly<Record<string, unknown>>): TemplateResult {
  return Object.keys(value).length === 0 ? html`` : namedTree(name, value);
}
