import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { ConnectionMark, Histogram, Zone } from '../../src/shared/protocol/common';
import type { PageEvent } from '../app/lightElement';
import './histogram';

interface HistogramSection {
  readonly title: string;
  readonly open: boolean;
  readonly counting: boolean;
  readonly histogram: Histogram | null;
  readonly zone: Zone;
  readonly connection: ConnectionMark;
  /** Describes the effect of a selection, if it is not a narrower search. */
  readonly label?: string;
  /** Shown in place of the bars, such as why there are none. */
  readonly instead?: TemplateResult | undefined;
  /** Shown below the bars. */
  readonly below?: TemplateResult | typeof nothing;
}

interface HistogramActions {
  readonly setOpen: (open: boolean) => void;
  /** The user has selected an interval, in epoch milliseconds. */
  readonly narrow: (from: number, to: number) => void;
}

/** A collapsible histogram, which can be zoomed by selecting an interval. */
export function histogramSection(
  { title, open, counting, histogram, zone, connection, label, instead, below = nothing }: HistogramSection,
  { setOpen, narrow }: HistogramActions,
): TemplateResult {
  return html`<details
    class="section histogram-section"
    ?open=${open}
    @toggle=${({ currentTarget }: Event) => {
      if (currentTarget instanceof HTMLDetailsElement && currentTarget.open !== open)
        setOpen(currentTarget.open);
    }}
  >
    <summary>${title} ${counting ? html`<span class="counting">${t('counting…')}</span>` : nothing}</summary>
    ${
      instead ??
      html`<logbench-histogram
        .histogram=${histogram ?? undefined}
        .zone=${zone}
        .serverOffset=${connection.serverOffset}
        .label=${label}
        @chart-brush=${({ detail: { from, to } }: PageEvent<'chart-brush'>) => narrow(from, to)}
      ></logbench-histogram>`
    }
    ${below}
  </details>`;
}
