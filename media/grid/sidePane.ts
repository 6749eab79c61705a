import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import { iconButton } from '../elements/controls';
import { visibleText } from '../../src/shared/visibleText';

interface SidePane {
  /** Additional CSS classes. */
  readonly classes?: string;
  readonly label: string;
  readonly title: string;
  /** Shown between the title and the close button. */
  readonly tools: TemplateResult;
  readonly body: TemplateResult;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly close: () => void;
}

/** A pane next to a grid. Escape closes it. */
export function sidePane(pane: SidePane): TemplateResult {
  const { classes = '', label, tools, body, onKeyDown, close } = pane;
  const title = visibleText(pane.title);
  return html`<section
    class="detail ${classes}"
    aria-label=${label}
    tabindex="-1"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
      else onKeyDown?.(event);
    }}
  >
    <header class="detail-header">
      <h2 title=${title}>${title}</h2>
      ${tools} ${iconButton('close', t('Close'), close)}
    </header>
    <div class="detail-body">${body}</div>
  </section>`;
}
