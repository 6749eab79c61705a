import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ShownConnection, Failure, Zone } from '../../src/core/pages/common';
import { environmentLabel } from '../../src/core/base/environment';
import { t } from '../../src/core/base/localize';
import type { QueryResultsState } from '../../src/core/pages/queryResults';
import { button, select } from '../elements/controls';
import { formatTimestamp } from '../../src/core/pages/format';
import { visibleText } from '../../src/core/base/visibleText';

/** A codicon, always used together with text. */
export function icon(name: string, extraClass = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${extraClass}" aria-hidden="true"></span>`;
}

/** A text with an icon before it. */
export function iconText(name: string, text: string, extraClass = ''): TemplateResult {
  return html`${icon(name, extraClass)}<span>${visibleText(text)}</span>`;
}

/** A sentence of its own with an icon before it. */
export function sentence(
  classes: string,
  name: string,
  text: string,
  role: 'alert' | 'status' | typeof nothing = nothing,
): TemplateResult {
  return html`<p class=${classes} role=${role}>${iconText(name, text)}</p>`;
}

/** The title and the connection, at the top of every page. */
export function pageTitle(
  title: string,
  connection: ShownConnection,
  badge: TemplateResult | typeof nothing = nothing,
  hint: string | typeof nothing = nothing,
): TemplateResult {
  return html`<div class="page-title">
    <h1 title=${typeof hint === 'string' ? visibleText(hint) : hint}>${visibleText(title)}</h1>
    ${badge} ${connectionBadge(connection)}
  </div>`;
}

function connectionBadge(connection: ShownConnection): TemplateResult {
  return html`<span class="connection" data-environment=${connection.environment}>
    ${icon(connection.environment === 'production' ? 'shield' : 'server-environment')}
    <span class="connection-name" title=${visibleText(connection.name)}>${visibleText(connection.name)}</span>
    <span class="environment">${environmentLabel(connection.environment)}</span>
    ${connection.readOnly ? html`<span class="locked">${iconText('lock', t('Locked'))}</span>` : nothing}
  </span>`;
}

export function zoneSwitch(
  { view, connection }: { readonly view: { readonly zone: Zone }; readonly connection: ShownConnection },
  changeView: (change: { readonly zone: Zone }) => void,
): TemplateResult {
  const { serverOffset } = connection;
  const suffix = (zone: Zone): string => formatTimestamp(Date.now(), zone, serverOffset).slice(19);
  const choices: readonly (readonly [Zone, string])[] = [
    ['local', t('Local time ({0})', suffix('local'))],
    ['utc', t('UTC')],
    ['server', serverOffset === null ? t('Server time') : t('Server time ({0})', suffix('server'))],
  ];
  return select(t('Time zone'), view.zone, choices, (zone) => changeView({ zone }), 'zone');
}

/** A section of a page with a heading and tools next to it. */
export function panel(id: string, title: string, tools: unknown, content: unknown): TemplateResult {
  return html`<section class="panel ${id}-panel" aria-labelledby="${id}-title">
    <header class="panel-header">
      <h2 id="${id}-title">${title}</h2>
      ${tools}
    </header>
    ${content}
  </section>`;
}

/** Replaces the content of an area: an icon, one or two sentences, and optionally a button. */
export function notice(
  kind: 'empty' | 'error' | 'loading' | 'locked',
  message: string,
  detail: string | null = null,
  action: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const icons = { empty: 'search', error: 'error', loading: 'loading', locked: 'lock' } as const;
  return html`<div
    class="notice"
    data-kind=${kind}
    role=${kind === 'error' || kind === 'locked' ? 'alert' : 'status'}
  >
    ${icon(icons[kind], kind === 'loading' ? 'codicon-modifier-spin' : '')}
    <p class="notice-message">${visibleText(message)}</p>
    ${detail === null ? nothing : html`<p class="notice-detail">${visibleText(detail)}</p>`} ${action}
  </div>`;
}

export type QueryPhase = QueryResultsState['phase'] | 'unknown' | 'notFound';

/** The state of a query as icon and text, the same on every page. */
export function phaseBadge(phase: QueryPhase): TemplateResult {
  const styles: Readonly<Record<QueryPhase, readonly [icon: string, label: string]>> = {
    unknown: ['circle-large', t('Waiting for the first response')],
    starting: ['circle-large', t('Starting')],
    running: ['play-circle', t('Running')],
    cancelRequested: ['stop-circle', t('Cancel requested')],
    cancelled: ['circle-slash', t('Canceled')],
    finished: ['pass', t('Finished')],
    failed: ['error', t('Failed')],
    dropped: ['history', t('Not run in this window')],
    notFound: ['question', t('Not found')],
  };
  const [name, label] = styles[phase];
  return html`<span class="phase" data-phase=${phase} role="status">${iconText(name, label)}</span>`;
}

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
