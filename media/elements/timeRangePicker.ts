import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import type { Zone } from '../../src/core/pages/common';
import { offsetAt } from '../../src/core/pages/format';
import { iconText } from '../app/parts';
import { LightElement } from '../app/lightElement';
import type { PageEvents } from '../app/lightElement';
import { valueOf } from './controls';
import { completeTime, rangeProblem, timeProblem } from './typedTime';

/** The fields of a form for a start and an end. Fires `times-change` when both are valid. */
@customElement('logbench-time-range')
export class TimeRange extends LightElement {
  /** In the format of the platform; null for no limit. */
  @property({ attribute: false }) from: string | null = null;
  @property({ attribute: false }) to: string | null = null;
  /** The zone of typed times without an offset. */
  @property({ attribute: false }) zone: Zone = 'local';
  @property({ attribute: false }) serverOffset: number | null = null;

  @state() private typed = { from: '', to: '' };

  /** The times as they are typed; undefined while they are invalid. */
  get times(): PageEvents['times-change'] | undefined {
    const { from, to } = this.#wholeTimes();
    return this.#problem() === undefined ? { from: from.trim() || null, to: to.trim() || null } : undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('from') || changed.has('to')) this.typed = { from: this.from ?? '', to: this.to ?? '' };
  }

  protected override render(): TemplateResult {
    const problem = this.#problem();
    return html`${this.#timeField(t('From'), 'from')} ${this.#timeField(t('To'), 'to')}
      <p class="field-problem" role="status">
        ${problem === undefined ? nothing : iconText('warning', problem)}
      </p>`;
  }

  #problem(): string | undefined {
    const { from, to } = this.#wholeTimes();
    return named(t('From'), timeProblem(from)) ?? named(t('To'), timeProblem(to)) ?? rangeProblem(from, to);
  }

  #timeField(name: string, end: 'from' | 'to'): TemplateResult {
    return html`<label class="field time"
      ><span>${name}</span>
      <vscode-textfield
        .label=${t('{0} (yyyy-MM-dd HH:mm:ssZ)', name)}
        placeholder="yyyy-MM-dd HH:mm:ssZ"
        .value=${this.typed[end]}
        ?invalid=${timeProblem(this.#wholeTimes()[end]) !== undefined}
        @input=${(event: Event) => {
          this.typed = { ...this.typed, [end]: valueOf(event) };
        }}
        @change=${this.#onChange}
      ></vscode-textfield
    ></label>`;
  }

  readonly #onChange = (): void => {
    const { times } = this;
    if (times) this.send('times-change', times);
  };

  #wholeTimes(): { readonly from: string; readonly to: string } {
    const whole = (text: string): string =>
      completeTime(text, (epoch) => offsetAt(epoch, this.zone, this.serverOffset));
    return { from: whole(this.typed.from), to: whole(this.typed.to) };
  }
}

/** Adds the name of the field to a problem. */
function named(field: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `${field}: ${problem}`;
}
