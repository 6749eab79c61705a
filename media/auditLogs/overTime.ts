import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { AuditLogsState } from '../../src/shared/protocol/auditLogs';
import { button } from '../elements/controls';
import { histogramSection } from '../elements/histogramSection';

export interface OverTimeActions {
  readonly setOpen: (open: boolean) => void;
  /** The user has selected an interval, in epoch milliseconds. */
  readonly narrow: (from: number, to: number) => void;
  /** Returns to the period before zooming in. */
  readonly zoomOut: () => void;
}

/** The matches over time. */
export function overTime(
  { phase, total, histogram, zoomed, view, connection }: AuditLogsState,
  actions: OverTimeActions,
): TemplateResult | typeof nothing {
  const below = zoomed
    ? html`<div class="zoom-out">${button(t('Zoom Out'), actions.zoomOut, { icon: 'zoom-out' })}</div>`
    : nothing;
  if (phase === 'ready' && total === 0)
    return zoomed ? html`<div class="status-line">${below}</div>` : nothing;
  const counting = histogram?.counts.includes(null) === true;
  const { zone, histogramOpen: open } = view;
  const title = t('Entries over time');
  return histogramSection({ title, open, counting, histogram, zone, connection, below }, actions);
}
