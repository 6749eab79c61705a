import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { AuditLogsState } from '../../src/shared/protocol/auditLogs';
import type { PageEvent } from '../app/lightElement';
import { button } from '../elements/controls';
import '../elements/histogram';

export interface OverTimeActions {
  readonly setOpen: (open: boolean) => void;
  /** The user has selected an interval, in epoch milliseconds. */
  readonly narrow: (from: number, to: number) => void;
  /** Returns to the period before zooming in. */
  readonly zoomOut: () => void;
}

/** The collapsible chart of matches over time, which can be zoomed by selecting an interval. */
export function overTime(
  { phase, total, histogram, zoomed, view, connection }: AuditLogsState,
  { setOpen, narrow, zoomOut }: OverTimeActions,
): TemplateResult | typeof nothing {
  const back = zoomed
    ? html`<div class="zoom-out">${button(t('Zoom Out'), zoomOut, { icon: 'zoom-out' })}</div>`
    : nothing;
  if (phase === 'ready' && total === 0)
    return zoomed ? html`<div class="status-line">${back}</div>` : nothing;
  const counting = histogram?.counts.includes(null) === true;
  return html`<details
    class="section histogram-section"
    ?open=${view.histogramOpen}
    @toggle=${({ currentTarget }: Event) => {
      if (currentTarget instanceof HTMLDetailsElement && currentTarget.open !== view.histogramOpen) {
        setOpen(currentTarget.open);
      }
    }}
  >
    <summary>
      ${t('Entries over time')} ${counting ? html`<span class="counting">${t('counting…')}</span>` : nothing}
    </summary>
    <logbench-histogram
      .histogram=${histogram ?? undefined}
      .zone=${view.zone}
      .serverOffset=${connection.serverOffset}
      @chart-brush=${({ detail: { from, to } }: PageEvent<'chart-brush'>) => narrow(from, to)}
    ></logbench-histogram>
    ${back}
  </details>`;
}
