import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { TableState, TableVolume } from '../../src/shared/protocol/table';
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
  const sum = volume?.counts.reduce((total, count) => total + count, 0) ?? 0;
  const days = volume?.counts.length ?? 0;
  const draw = (known: TableVolume): TemplateResult =>
    sum === 0
      ? notice('empty', t('There are no logs.'))
      : html`<logbench-histogram
          .histogram=${known}
          .zone=${view.zone}
          .serverOffset=${connection.serverOffset}
          .label=${t('Logs by day. Use the arrow keys to select a day, Shift to extend the selection, and Enter to open a query for that time.')}
          @chart-brush=${({ detail: { from, to } }: PageEvent<'chart-brush'>) => actions.brush(from, to)}
        ></logbench-histogram>`;
  return panel(
    'volume',
    t('Logs by day'),
    sum > 0
      ? html`<span class="muted"
            >${t('Logs: {0}, days: {1}. Select a range to query it.', formatCount(sum), days)}</span
          >
          <div class="toolbar">${actions.tools}</div>`
      : nothing,
    contentOr(volume, draw, volumeFailure, failures, t('Counting…')),
  );
}
