import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ConnectionMark, Zone } from '../../src/shared/protocol/common';
import { t } from '../../src/shared/localize';
import { closeOnLeave } from '../elements/closeOnLeave';
import { formatMoment } from './format';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';

/** A codicon, always used together with text. */
export function icon(name: string, extraClass = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${extraClass}" aria-hidden="true"></span>`;
}

/** The connection, at the top of every page. */
export function connectionBadge(connection: ConnectionMark): TemplateResult {
  const words: Readonly<Record<ConnectionMark['environment'], string>> = {
    production: t('Production'),
    staging: t('Staging'),
    development: t('Development'),
    local: t('Local'),
  };
  return html`<span class="connection" data-environment=${connection.environment}>
    ${icon(connection.environment === 'production' ? 'shield' : 'server-environment')}
    <span class="connection-name" title=${connection.name}>${connection.name}</span>
    <span class="environment">${words[connection.environment]}</span>
    ${
      connection.readOnly
        ? html`<span class="locked">${icon('lock')}<span>${t('Locked')}</span></span>`
        : nothing
    }
  </span>`;
}

export function zoneSwitch(
  { view, connection }: { readonly view: { readonly zone: Zone }; readonly connection: ConnectionMark },
  changeView: (change: { readonly zone: Zone }) => void,
): TemplateResult {
  const { zone: current } = view;
  const { serverOffset } = connection;
  const suffix = (zone: Zone): string => formatMoment(Date.now(), zone, serverOffset).slice(19);
  const choices: readonly (readonly [Zone, string])[] = [
    ['local', t('Local time ({0})', suffix('local'))],
    ['utc', t('UTC')],
    ['server', serverOffset === null ? t('Server time') : t('Server time ({0})', suffix('server'))],
  ];
  return html`<vscode-single-select
    class="zone"
    label=${t('Time zone')}
    .value=${current}
    @focusout=${closeOnLeave}
    @change=${(event: Event) => {
      const value = valueOf(event);
      const chosen = choices.find(([zone]) => zone === value);
      if (chosen) changeView({ zone: chosen[0] });
    }}
  >
    ${choices.map(
      ([zone, label]) =>
        html`<vscode-option value=${zone} ?selected=${zone === current}>${label}</vscode-option>`,
    )}
  </vscode-single-select>`;
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
    <p class="notice-message">${message}</p>
    ${detail === null ? nothing : html`<p class="notice-detail">${detail}</p>`} ${action}
  </div>`;
}

/** The value of the form control that has changed. */
export function valueOf(event: Event): string {
  const target = event.currentTarget;
  return target !== null && 'value' in target && typeof target.value === 'string' ? target.value : '';
}
