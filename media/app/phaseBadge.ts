import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { QueryResultsState } from '../../src/shared/protocol/queryResults';
import { iconText } from './header';

export type QueryPhase = QueryResultsState['phase'] | 'unknown' | 'notFound';

/** The state of a query as icon and text, the same on every page. */
export function phaseBadge(phase: QueryPhase): TemplateResult {
  const styles: Readonly<Record<QueryPhase, readonly [icon: string, label: string]>> = {
    unknown: ['circle-large', t('Waiting for the first response')],
    starting: ['circle-large', t('Starting')],
    running: ['play-circle', t('Running')],
    cancelRequested: ['stop-circle', t('Cancel requested')],
    cancelled: ['circle-slash', t('Canceled')],
    finished: ['pass', t('Finished')],
    failed: ['error', t('Failed')],
    dropped: ['history', t('Not run in this window')],
    notFound: ['question', t('Not found')],
  };
  const [name, label] = styles[phase];
  return html`<span class="phase" data-phase=${phase} role="status">${iconText(name, label)}</span>`;
}
