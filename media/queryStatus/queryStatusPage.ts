import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { t } from '../../src/shared/localize';
import type {
  FromQueryStatusPage,
  QueryStatusState,
  WatchedStatus,
} from '../../src/shared/protocol/queryStatus';
import { formatAgo, formatCount, formatElapsed, formatTimestamp, offsetAt } from '../app/format';
import { contentOr, failureBanner } from '../app/failureNotice';
import { icon, pageTitle, zoneSwitch } from '../app/header';
import { sends } from '../app/host';
import type { Host } from '../app/host';
import { HostedPage } from '../app/hostedPage';
import { button } from '../elements/controls';
import { SecondTicker } from '../app/secondTicker';
import { phaseBadge } from '../app/phaseBadge';
import { buildPipeline } from './pipeline';
import { pipelineTemplate } from './pipelineTemplate';
import { detailsTemplate } from './statusDetails';
import { throughputTemplate } from './throughput';
import type { QueryPhase } from '../app/phaseBadge';
import { visibleText } from '../../src/shared/visibleText';

/** The live status of a query. The host keeps the state; the page only renders it. */
@customElement('logbench-query-status')
export class QueryStatusPage extends HostedPage<QueryStatusState, FromQueryStatusPage> {
  constructor(host: Host<FromQueryStatusPage>) {
    super(host);
    new SecondTicker(this, () => finishTime(this.data) === null);
  }

  receive(state: QueryStatusState): void {
    this.show(state);
  }

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
    const known = state.status !== null || state.failure === null;
    return html`<header class="page-header">
      ${pageTitle(t('Query {0}', state.queryId), state.connection, known ? phaseBadge(phase) : nothing)}
      <div class="toolbar">
        ${zoneSwitch(state, this.changeView)}
        ${
          state.canShowResults && known
            ? button(t('Results'), sends(this.post, { kind: 'openResults' }), { icon: 'table' })
            : nothing
        }
        ${
          phase === 'running' || phase === 'cancelRequested'
            ? button(t('Cancel Query'), sends(this.post, { kind: 'cancel' }), {
                icon: 'debug-stop',
                primary: true,
                disabled: phase !== 'running',
              })
            : nothing
        }
      </div>
      ${known ? this.#facts(state) : nothing}
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
      ${detailsTemplate(state, status, {
        toggle: (part, open) => this.changeView({ [part]: open }),
        copyText: sends(this.post, { kind: 'copy', text: status.queryString }),
        openText: sends(this.post, { kind: 'openText' }),
      })}
    `;
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
  if (status.isFinished) return status.isCancelled ? 'cancelled' : 'finished';
  // The result is unknown: the last response is outdated.
  if (state.failure?.reason === 'notFound') return 'notFound';
  return status.isCancelled || state.cancelAsked ? 'cancelRequested' : 'running';
}
