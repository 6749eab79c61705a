import { css, html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';
import { VscodeTextfield } from '@vscode-elements/elements/dist/vscode-textfield/vscode-textfield.js';
import { visibleText } from '../../src/core/base/visibleText';

type Handler = (event: Event) => void;

interface ButtonOptions {
  readonly icon?: string;
  readonly primary?: boolean;
  readonly disabled?: boolean;
}

export function button(label: string, run: Handler, options: ButtonOptions = {}): TemplateResult {
  const { icon = nothing, primary = false, disabled = false } = options;
  return html`<vscode-button icon=${icon} ?secondary=${!primary} ?disabled=${disabled} @click=${run}
    >${label}</vscode-button
  >`;
}

/** A button of a toolbar without text. */
export function iconButton(icon: string, label: string, run: Handler, disabled = false): TemplateResult {
  return html`<vscode-toolbar-button
    icon=${icon}
    label=${label}
    title=${label}
    ?disabled=${disabled}
    @click=${run}
  ></vscode-toolbar-button>`;
}

/** A button of a toolbar with text. */
export function textButton(icon: string, text: string, run: Handler, title?: string): TemplateResult {
  return html`<vscode-toolbar-button icon=${icon} title=${title ?? nothing} @click=${run}
    ><span>${text}</span></vscode-toolbar-button
  >`;
}

export function toggleButton(
  icon: string,
  text: string,
  checked: boolean,
  run: Handler,
  title?: string,
): TemplateResult {
  return html`<vscode-toolbar-button
    icon=${icon}
    toggleable
    ?checked=${checked}
    title=${title ?? nothing}
    @change=${run}
    ><span>${text}</span></vscode-toolbar-button
  >`;
}

/** A button within a text. */
export function link(text: string, run: Handler, title?: string): TemplateResult {
  return html`<button class="link" title=${title ?? nothing} @click=${run}>${text}</button>`;
}

/** A dropdown list. */
export function select<Value extends string>(
  label: string,
  current: Value,
  choices: readonly (readonly [Value, string])[],
  pick: (value: Value) => void,
  classes = '',
): TemplateResult {
  return html`<vscode-single-select
    class=${classes}
    label=${label}
    .value=${current}
    @focusout=${closeOnLeave}
    @change=${(event: Event) => {
      const selected = choices.find(([value]) => value === valueOf(event));
      if (selected) pick(selected[0]);
    }}
  >
    ${choices.map(
      ([value, text]) =>
        html`<vscode-option value=${value} ?selected=${value === current}>${text}</vscode-option>`,
    )}
  </vscode-single-select>`;
}

/** The same as a field of a form, with its name above it. */
export function selectField<Value extends string>(
  ...[name, ...rest]: Parameters<typeof select<Value>>
): TemplateResult {
  return html`<div class="field"><span aria-hidden="true">${name}</span> ${select(name, ...rest)}</div>`;
}

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

/**
 * Handles `focusout` of a dropdown, which the component leaves open when Tab moves the focus. Without a
 * related target it is a mouse press, possibly on one of its options.
 */
export function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent): void {
  if (currentTarget === null || relatedTarget === null || relatedTarget === currentTarget) return;
  if ('open' in currentTarget) currentTarget.open = false;
}

/** The value of the form control that has changed. */
export function valueOf(event: Event): string {
  const target = event.currentTarget;
  return target !== null && 'value' in target && typeof target.value === 'string' ? target.value : '';
}

/** An event handler for the element that it is attached to. */
export function withElement(run: (element: Element) => void): Handler {
  return ({ currentTarget }) => {
    if (currentTarget instanceof Element) run(currentTarget);
  };
}

/** A definition list. */
export function definitions(
  classes: 'facts' | 'record' | 'step-figures',
  entries: readonly (readonly [name: string, value: string | null])[],
): TemplateResult {
  return html`<dl class=${classes}>
    ${entries.map(
      ([name, value]) =>
        html`<div class=${classes === 'facts' ? 'fact' : ''}>
          <dt>${name}</dt>
          <dd>${value === null ? null : visibleText(value)}</dd>
        </div>`,
    )}
  </dl>`;
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
