import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import { iconButton } from '../elements/controls';
import { visibleText } from '../../src/core/base/visibleText';

/** All fields of one row. */
export interface DetailContent {
  readonly label: string;
  readonly title: string;
  /** Shown next to the title. */
  readonly badge?: TemplateResult;
  readonly body: TemplateResult;
  /** The value for *Copy as JSON*. */
  readonly value: unknown;
}

interface DetailActions {
  /** Moves by this many rows. */
  readonly step: (rows: number) => void;
  readonly close: () => void;
  readonly copy: (text: string) => void;
}

/** The details of a row next to a grid. Alt and an arrow key move to the next row. */
export function detailPane(content: DetailContent, actions: DetailActions): TemplateResult {
  const { label, title, body, badge, value } = content;
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
    tools: html`${badge ?? nothing} ${iconButton('arrow-up', t('Previous (Alt+Up)'), () => actions.step(-1))}
    ${iconButton('arrow-down', t('Next (Alt+Down)'), () => actions.step(1))}
    ${iconButton('copy', t('Copy as JSON'), () => actions.copy(JSON.stringify(value, undefined, 2)))}`,
  });
}

interface SidePane extends Pick<DetailContent, 'label' | 'title' | 'body'> {
  /** Additional CSS classes. */
  readonly classes?: string;
  /** Shown between the title and the close button. */
  readonly tools: TemplateResult;
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
