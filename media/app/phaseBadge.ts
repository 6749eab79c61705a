import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { QueryResultsState } from '../../src/shared/protocol/queryResults';
import { icon } from './header';

export type QueryPhase = QueryResultsState['phase'] | 'unknown' | 'gone';

/** The state of a query as icon and text, the same on every page. */
export function phaseBadge(phase: QueryPhase): TemplateResult {
  return html`<span class="phase" data-phase=${phase} role="status"
    >${icon(icons[phase])}<span>${phaseLabel(phase)}</span></span
  >`;
}

const icons: Readonly<Record<QueryPhase, string>> = {
  unknown: 'circle-large',
  starting: 'circle-large',
  running: 'play-circle',
  cancelRequested: 'stop-circle',
  cancelled: 'circle-slash',
  finished: 'pass',
  failed: 'error',
  dropped: 'history',
  gone: 'question',
};

function phaseLabel(phase: QueryPhase): string {
  const labels = {
    unknown: t('Waiting for the first response'),
    starting: t('Starting'),
    running: t('Running'),
    cancelRequested: t('Cancel requested'),
    cancelled: t('Canceled'),
    finished: t('Finished'),
    failed: t('Failed'),
    dropped: t('Not run in this window'),
    gone: t('Not found'),
  };
  return labels[phase];
}
