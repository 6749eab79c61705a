import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { BacktestDays, BacktestState, BacktestView } from '../../src/shared/protocol/backtest';
import { formatTimestamp } from '../../src/shared/format';
import { select, valueOf } from '../elements/controls';
import '../elements/textField';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';

/** The period, and whether a draft is compared. */
export function periodFields(
  data: BacktestState,
  changeView: (change: Partial<BacktestView>) => void,
): TemplateResult {
  const { view, subject, phase } = data;
  const labels: readonly (readonly [BacktestDays, string])[] = [
    ['1', t('Last day')],
    ['7', t('Last 7 days')],
    ['30', t('Last 30 days')],
    ['range', t('Custom range…')],
  ];
  const pick = (days: BacktestDays): void =>
    changeView(days === 'range' ? { days, ...rangeOf(data) } : { days });
  return html`<div class="backtest-fields" ?inert=${phase === 'running'}>
    <div class="field">
      <span aria-hidden="true">${t('Period')}</span> ${select(t('Period'), view.days, labels, pick)}
    </div>
    ${view.days === 'range' ? html`${timeField(t('From'), view.from, (from) => changeView({ from }))}${timeField(t('To'), view.to, (to) => changeView({ to }))}` : nothing}
    ${
      subject.published === null
        ? nothing
        : html`<vscode-checkbox
            ?checked=${view.compare}
            @change=${() => changeView({ compare: !view.compare })}
            >${t('Compare with the published text')}</vscode-checkbox
          >`
    }
  </div>`;
}

/** A range starts with what was shown. */
function rangeOf({ view, plan, connection }: BacktestState): Pick<BacktestView, 'from' | 'to'> {
  if (view.from !== '' || plan === null) return { from: view.from, to: view.to };
  const time = (at: number): string => formatTimestamp(at, view.zone, connection.serverOffset);
  return { from: time(plan.from), to: time(plan.to) };
}

function timeField(name: string, value: string, change: (text: string) => void): TemplateResult {
  return html`<label class="field time"
    ><span>${name}</span>
    <vscode-textfield
      .label=${t('{0} (yyyy-MM-dd HH:mm:ssZ)', name)}
      placeholder="yyyy-MM-dd HH:mm:ssZ"
      .value=${value}
      @change=${(event: Event) => change(valueOf(event).trim())}
    ></vscode-textfield
  ></label>`;
}
