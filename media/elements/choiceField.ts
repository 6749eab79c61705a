import { html, css } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { closeOnLeave } from './controls';
import '@vscode-elements/elements/dist/vscode-multi-select/index.js';
import { VscodeMultiSelect } from '@vscode-elements/elements/dist/vscode-multi-select/vscode-multi-select.js';
import { t } from '../../src/core/base/localize';
import { formatCount } from '../../src/core/pages/format';

/** A multi-select field of a form. */
export function choiceField(
  name: string,
  choices: readonly (readonly [value: string, label: string])[],
  selected: readonly string[],
  pick: (selected: string[]) => void,
): TemplateResult {
  // The control renders and measures itself even for an equal list, so it is guarded.
  return html`<div class="field">
    <span aria-hidden="true">${name}</span>
    <vscode-multi-select
      combobox
      label=${name}
      .options=${guard([JSON.stringify([choices, selected])], () =>
        choices.map(([value, label]) => ({
          value,
          label,
          description: '',
          selected: selected.includes(value),
          disabled: false,
        })),
      )}
      .value=${guard([JSON.stringify(selected)], () => [...selected])}
      @focusout=${closeOnLeave}
      @change=${(event: Event) => pick(selectedValues(event))}
    ></vscode-multi-select>
  </div>`;
}

function selectedValues(event: Event): string[] {
  const target = event.currentTarget;
  if (target === null || !('value' in target) || !Array.isArray(target.value)) return [];
  return target.value.filter((value): value is string => typeof value === 'string');
}

// The component shows only the number of selected items, in English, and offers no way to change it.
Object.defineProperty(VscodeMultiSelect.prototype, '_renderLabel', {
  value(this: VscodeMultiSelect): TemplateResult {
    const labels = this.options
      .filter(({ value }) => this.value.includes(value ?? ''))
      .map(({ label }) => label ?? '');
    const [first, ...others] = labels;
    if (first === undefined) return html`<span class="select-face-badge no-item">${t('All')}</span>`;
    const text = others.length === 0 ? first : `${first} +${formatCount(others.length)}`;
    return html`<span class="select-face-badge" title=${labels.join(', ')}>${text}</span>`;
  },
});

VscodeMultiSelect.elementStyles.push(css`
  .select-face-badge {
    flex-shrink: 0;
    max-width: calc(100% - 60px);
    overflow: hidden;
    text-overflow: ellipsis;
  }

  /* Nothing selected is no badge: it is written like the value of any other list. */
  .select-face-badge.no-item {
    margin: 0;
    padding: 3px 4px;
    font-size: inherit;
    line-height: 18px;
  }
`);
