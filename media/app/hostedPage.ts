import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import { notice } from './parts';
import type { FailureActions } from './parts';
import type { Host } from './host';
import { LightElement } from './lightElement';

interface PageState {
  readonly view: object;
}

type CommonMessage<State extends PageState> =
  | { readonly kind: 'viewChanged'; readonly view: State['view'] }
  | { readonly kind: 'refresh' | 'setApiKey' };

/** What a page does with each message of its host. */
export type Handlers<Message extends { readonly kind: string }> = {
  readonly [Kind in Message['kind']]: (message: Extract<Message, { readonly kind: Kind }>) => void;
};

/** A page that shows the state of its host, and reports to it what the user changes of the view. */
export abstract class HostedPage<State extends PageState, Message> extends LightElement {
  @state() protected data: State | undefined;

  constructor(protected readonly host: Host<Message | CommonMessage<State>>) {
    super();
  }

  protected readonly post = (message: Message): void => this.host.post(message);

  protected readonly failures: FailureActions = {
    retry: () => this.host.post({ kind: 'refresh' }),
    setApiKey: () => this.host.post({ kind: 'setApiKey' }),
  };

  protected readonly changeView = (change: Partial<State['view']>): void => {
    if (!this.data) return;
    const view = { ...this.data.view, ...change };
    this.data = { ...this.data, view };
    this.host.post({ kind: 'viewChanged', view });
  };

  /**
   * Uses a state of the host, with the current view of the page if requested, because the host's view may be
   * older than the last key or click.
   */
  protected show(next: State, keepsView = true): void {
    this.data = this.data && keepsView ? { ...next, view: this.data.view } : next;
  }

  /** A page with other messages than states overrides them. */
  protected readonly handlers: Readonly<Record<string, (message: never) => void>> = {
    state: (next: State) => this.show(next),
  };

  /** Other messages are not from the host: a browser extension may send anything to a window. */
  receive(message: { readonly kind?: string }): void {
    const { kind = '' } = message;
    if (Object.hasOwn(this.handlers, kind)) this.handlers[kind]?.(message as never);
  }

  protected abstract draw(data: State): TemplateResult;

  protected override render(): TemplateResult {
    if (this.data) return this.draw(this.data);
    return html`<div class="page">${notice('loading', t('Loading…'))}</div>`;
  }
}
