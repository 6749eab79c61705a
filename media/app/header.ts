import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ConnectionMark, Zone } from '../../src/shared/protocol/common';
import { t } from '../../src/shared/localize';
import { select } from '../elements/controls';
import { formatTimestamp } from '../../src/shared/format';
import { visibleText } from '../../src/shared/visibleText';

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
  connection: ConnectionMark,
  badge: TemplateResult | typeof nothing = nothing,
  hint: string | typeof nothing = nothing,
): TemplateResult {
  return html`<div class="page-title">
    <h1 title=${typeof hint === 'string' ? visibleText(hint) : hint}>${visibleText(title)}</h1>
    ${badge} ${connectionBadge(connection)}
  </div>`;
}

function connectionBadge(connection: ConnectionMark): TemplateResult {
  const labels: Readonly<Record<ConnectionMark['environment'], string>> = {
    production: t('Production'),
    staging: t('Staging'),
    development: t('Development'),
    local: t('Local'),
  };
  return html`<span class="connection" data-environment=${connection.environment}>
    ${icon(connection.environment === 'production' ? 'shield' : 'server-environment')}
    <span class="connection-name" title=${visibleText(connection.name)}>${visibleText(connection.name)}</span>
    <span class="environment">${labels[connection.environment]}</span>
    ${connection.readOnly ? html`<span class="locked">${iconText('lock', t('Locked'))}</span>` : nothing}
  </span>`;
}

export function zoneSwitch(
  { view, connection }: { readonly view: { readonly zone: Zone }; readonly connection: ConnectionMark },
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
