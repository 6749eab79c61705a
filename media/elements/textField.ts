import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/vscode-textfield.js';
import { css, html } from 'lit';
import type { TemplateResult } from 'lit';
import { valueOf } from './controls';

/** Filters a list while the user types. */
export function filterField(label: string, value: string, change: (filter: string) => void): TemplateResult {
  return html`<vscode-textfield
    class="filter"
    .label=${label}
    placeholder=${label}
    .value=${value}
    @input=${(event: Event) => change(valueOf(event))}
  ></vscode-textfield>`;
}

// The component styles an invalid value on its host, which has no border, its input covers the rounded
// corners, and a long placeholder is cut without an ellipsis.
VscodeTextfield.elementStyles.push(css`
  input {
    border-radius: 3px;
    text-overflow: ellipsis;
  }

  :host([invalid]) .root {
    border-color: var(--vscode-inputValidation-errorBorder);
  }
`);
