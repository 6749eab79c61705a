import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import { sidePane } from './sidePane';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';

/** All fields of one row. */
export interface DetailContent {
  readonly label: string;
  readonly title: string;
  /** Shown next to the title. */
  readonly mark?: TemplateResult;
  readonly body: TemplateResult;
  /** The value for *Copy as JSON*. */
  readonly value: unknown;
}

export interface DetailActions {
  /** Moves by this many rows. */
  readonly step: (rows: number) => void;
  readonly close: () => void;
  readonly copy: (text: string) => void;
}

/** The details of a row next to a grid. Alt and an arrow key move to the next row. */
export function detailPane(content: DetailContent, actions: DetailActions): TemplateResult {
  const { label, title, body, mark, value } = content;
  return sidePane({
    label,
    title,
    body,
    close: actions.close,
    onKeyDown: (event) => {
      const rows = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
      if (rows === undefined) return;
      event.preventDefault();
      actions.step(rows);
    },
    tools: html`${mark ?? nothing} ${stepButton('arrow-up', t('Previous (Alt+Up)'), -1, actions)}
      ${stepButton('arrow-down', t('Next (Alt+Down)'), 1, actions)}
      <vscode-toolbar-button
        icon="copy"
        label=${t('Copy as JSON')}
        title=${t('Copy as JSON')}
        @click=${() => actions.copy(JSON.stringify(value, undefined, 2))}
      ></vscode-toolbar-button>`,
  });
}

function stepButton(icon: string, label: string, rows: number, { step }: DetailActions): TemplateResult {
  return html`<vscode-toolbar-button
    icon=${icon}
    label=${label}
    title=${label}
    @click=${() => step(rows)}
  ></vscode-toolbar-button>`;
}
