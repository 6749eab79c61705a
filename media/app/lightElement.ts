import { LitElement } from 'lit';

/**
 * An element without a shadow root: one style sheet and the codicon font apply to the whole page, and IDs in
 * ARIA attributes work across elements.
 */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Dispatches a typed event that bubbles. */
  protected send(event: Event): void {
    this.dispatchEvent(event);
  }
}
