import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';

/** One row with everything it has. */
export interface DetailContent {
  readonly label: string;
  readonly title: string;
  /** What stands beside the title. */
  readonly mark?: TemplateResult;
  readonly body: TemplateResult;
  /** What *Copy as JSON* copies. */
  readonly value: unknown;
}

export interface DetailActions {
  readonly close: () => void;
  readonly copy: (text: string) => void;
}

/** The pane beside a grid. Escape closes it. */
export function detailPane(content: DetailContent, actions: DetailActions): TemplateResult {
  return html`<section
    class="detail"
    aria-label=${content.label}
    tabindex="-1"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') actions.close();
    }}
  >
    <header class="detail-header">
      <h2 title=${content.title}>${content.title}</h2>
      ${content.mark ?? nothing}
      <vscode-toolbar-button
        icon="copy"
        label=${t('Copy as JSON')}
        title=${t('Copy as JSON')}
        @click=${() => {
          actions.copy(JSON.stringify(content.value, undefined, 2));
        }}
      ></vscode-toolbar-button>
      <vscode-toolbar-button
        icon="close"
        label=${t('Close')}
        title=${t('Close')}
        @click=${actions.close}
      ></vscode-toolbar-button>
    </header>
    <div class="detail-body">${content.body}</div>
  </section>`;
}
