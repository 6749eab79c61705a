import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { TableState, TableVolume } from '../../src/shared/protocol/table';
import { formatWireTime, offsetOfMidnight } from '../../src/shared/wire/time';
import { formatCount } from '../app/format';
import { contentOr } from '../app/failureNotice';
import type { FailureActions } from '../app/failureNotice';
import { notice, panel } from '../app/header';
import type { PageEvent } from '../app/lightElement';
import '../elements/histogram';

export interface VolumeActions {
  /** An interval was selected. */
  readonly brush: (from: number, to: number) => void;
  readonly tools: TemplateResult;
}

/** Logs per day; selecting an interval opens a query for it. */
export function volumeSection(
  { volume, volumeFailure, view, connection }: TableState,
  failures: FailureActions,
  actions: VolumeActions,
): TemplateResult {
  const { from = 0, counts = [] } = volume ?? {};
  const sum = counts.reduce((total, count) => total + count, 0);
  const zone = formatWireTime(new Date(from), offsetOfMidnight(from)).slice(19);
  const figures = [formatCount(sum), counts.length, zone];
  const draw = (known: TableVolume): TemplateResult =>
    sum === 0
      ? notice('empty', t('There are no logs.'))
      : html`<logbench-histogram
          .histogram=${known}
          .names=${datesOf(known).map((date) => date.slice(5))}
          .zone=${view.zone}
          .serverOffset=${connection.serverOffset}
          .label=${t('Logs by day. Use the arrow keys to select a day, Shift to extend the selection, and Enter to open a query for that time.')}
          @chart-brush=${({ detail }: PageEvent<'chart-brush'>) => actions.brush(detail.from, detail.to)}
        ></logbench-histogram>`;
  return panel(
    'volume',
    t('Logs by day'),
    sum > 0
      ? html`<span class="muted"
            >${t('Logs: {0}, days: {1} (server time, {2}). Select a range to query it.', ...figures)}</span
          >
          <div class="toolbar">${actions.tools}</div>`
      : nothing,
    contentOr(volume, draw, volumeFailure, failures, t('Counting…')),
  );
}

const day = 86_400_000;

/** The dates of the days, as the platform counts them. A day with a daylight saving change has 23 or 25 hours. */
export function datesOf({ from, counts }: TableVolume): readonly string[] {
  const noon = (index: number): Date => new Date(from + (index + 0.5) * day);
  return counts.map((_, index) => formatWireTime(noon(index), offsetOfMidnight(from)).slice(0, 10));
}
