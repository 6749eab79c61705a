import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { formatCount } from '../../src/shared/format';
import { t } from '../../src/shared/localize';
import type { FromRunsPage, RunsState } from '../../src/shared/protocol/runs';
import { failureBanner, failureNotice } from '../app/failureNotice';
import { icon, notice, pageTitle, zoneSwitch } from '../app/header';
import { sends } from '../app/host';
import { HostedPage } from '../app/hostedPage';
import { iconButton } from '../elements/controls';
import { chartsSection } from './runCharts';
import { failuresSection, listSection, timesOf } from './runsSections';

/** As many as fit into a window. */
const firstDrawn = 25;
/** Milliseconds. */
const maxWait = 1000;

/** The last runs of a scheduled query. The host reads; the page only renders. */
@customElement('logbench-runs')
export class RunsPage extends HostedPage<RunsState, FromRunsPage> {
  /** The rest of the runs is drawn when everything is read and there is nothing else to do. */
  @state() private isRestDrawn = false;

  receive(data: RunsState): void {
    this.show(data);
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
          ${iconButton('go-to-file', t('Open Query'), sends(this.post, { kind: 'openQuery' }))}
          ${iconButton('play', t('Run Now'), sends(this.post, { kind: 'runNow' }))}
          ${iconButton('history', t('Search Audit Logs'), sends(this.post, { kind: 'searchAudit' }))}
          ${iconButton('refresh', t('Refresh'), sends(this.post, { kind: 'refresh' }))}
        </div>
      </header>
      ${this.#content(data)}
    </main>`;
  }

  #content(data: RunsState): TemplateResult {
    const { runs, failure, isFromRecord } = data;
    if (runs === null)
      return failure ? failureNotice(failure, this.failures) : notice('loading', t('Reading…'));
    return html`${failure ? failureBanner(failure, this.failures) : nothing}
      <div class="runs-parts">
        ${
          isFromRecord
            ? html`<p class="gap" role="status">
                ${icon('info')}<span
                  >${t('This platform does not list runs: the record tells of the last run and last failure.')}</span
                >
              </p>`
            : nothing
        }
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
      return html`<p class="all-well">${icon('pass')}<span>${text}</span></p>`;
    }
    return failuresSection(failures, data.changes, timesOf(data), {
      openFailing: sends(this.post, { kind: 'openFailing' }),
      openCommit: (hash) => this.host.post({ kind: 'openCommit', hash }),
    });
  }
}
