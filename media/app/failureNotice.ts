import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Failure } from '../../src/shared/protocol/common';
import { sends } from './host';
import { t } from '../../src/shared/localize';
import { iconText, notice } from './header';
import { button } from '../elements/controls';

/** The actions of a failure. */
export interface FailureActions {
  readonly retry: () => void;
  readonly setApiKey?: () => void;
}

/** Replaces content that could not be read. */
export function failureNotice(failure: Failure, actions: FailureActions): TemplateResult {
  const locked = failure.reason === 'noPermission' || failure.reason === 'keyRejected';
  const buttons = html`<div class="toolbar">${failureButtons(failure, actions, true)}</div>`;
  return notice(locked ? 'locked' : 'error', failure.message, failure.detail, buttons);
}

/** The content of an area, or why it is not there. */
export function contentOr<Value>(
  value: Value | null,
  draw: (value: Value) => TemplateResult,
  failure: Failure | null,
  actions: FailureActions,
  waiting: string,
): TemplateResult {
  if (value !== null) return draw(value);
  return failure ? failureNotice(failure, actions) : notice('loading', waiting);
}

/** Shown above the previous content after a failure. */
export function failureBanner(failure: Failure, actions: FailureActions): TemplateResult {
  return html`<div class="banner" role="alert">
    ${iconText('warning', `${failure.message} ${failure.detail ?? ''}`)}
    ${failureButtons(failure, actions, false)}
  </div>`;
}

/** Shown above rows of which some could not be read: they are requested again only on retry. */
export function missingRows(message: string | undefined, retry: () => void): TemplateResult | typeof nothing {
  if (message === undefined) return nothing;
  const failure = { reason: 'unreachable', detail: null, canRetry: true } as const;
  return failureBanner({ ...failure, message: t('Some rows could not be read. {0}', message) }, { retry });
}

/** Sends the actions as messages to the host. */
export function failureActions(
  post: (message: { readonly kind: 'refresh' } | { readonly kind: 'setApiKey' }) => void,
): FailureActions {
  return {
    retry: sends(post, { kind: 'refresh' }),
    setApiKey: sends(post, { kind: 'setApiKey' }),
  };
}

/** The most useful action comes first: another key if the key was rejected or its account lacks a role. */
function failureButtons(
  failure: Failure,
  { retry, setApiKey }: FailureActions,
  prominent: boolean,
): readonly (TemplateResult | typeof nothing)[] {
  const aboutKey = failure.reason === 'keyRejected' || failure.reason === 'noPermission';
  const keyHelps = aboutKey && setApiKey !== undefined;
  return [
    keyHelps ? button(t('Set API Key…'), setApiKey, { icon: 'key', primary: prominent }) : nothing,
    failure.canRetry ? button(t('Retry'), retry, { primary: prominent && !keyHelps }) : nothing,
  ];
}
