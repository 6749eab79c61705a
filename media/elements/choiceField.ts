import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { closeOnLeave } from './closeOnLeave';
import './multiSelect';

/** A multi-select field of a form. */
export function choiceField(
  name: string,
  choices: readonly (readonly [value: string, label: string])[],
  chosen: readonly string[],
  choose: (chosen: string[]) => void,
): TemplateResult {
  // The control renders and measures itself even for an equal list, so it is guarded.
  return html`<div class="field">
    <span aria-hidden="true">${name}</span>
    <vscode-multi-select
      combobox
      label=${name}
      .options=${guard([JSON.stringify([choices, chosen])], () =>
        choices.map(([value, label]) => ({
          value,
          label,
          description: '',
          selected: chosen.includes(value),
          disabled: false,
        })),
      )}
      .value=${guard([JSON.stringify(chosen)], () => [...chosen])}
      @focusout=${closeOnLeave}
      @change=${(event: Event) => {
        choose(chosenValues(event));
      }}
    ></vscode-multi-select>
  </div>`;
}

function chosenValues(event: Event): string[] {
  const target = event.currentTarget;
  if (target === null || !('value' in target) || !Array.isArray(target.value)) return [];
  return target.value.filter((value): value is string => typeof value === 'string');
}
