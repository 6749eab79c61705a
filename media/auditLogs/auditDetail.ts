import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { AuditRow } from '../../src/shared/protocol/auditLogs';
import type { Zone } from '../../src/shared/protocol/common';
import { formatMoment } from '../app/format';
import { icon } from '../app/header';
import { jsonTree } from '../elements/jsonTree';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';

export interface DetailOptions {
  readonly zone: Zone;
  readonly serverOffset: number | null;
  readonly close: () => void;
  readonly copy: (text: string) => void;
}

/** One entry with everything it has. Escape closes it. */
export function auditDetail(row: AuditRow, options: DetailOptions): TemplateResult {
  return html`<section
    class="detail"
    aria-label=${t('Entry {0}', row.id)}
    tabindex="-1"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') options.close();
    }}
  >
    <header class="detail-header">
      <h2>${row.action ?? `${row.module}.${row.method}`}</h2>
      <span class="detail-result"
        >${icon(row.failed ? 'error' : 'pass', row.failed ? 'failed' : 'succeeded')}<span
          >${row.result}</span
        ></span
      >
      <vscode-toolbar-button
        icon="copy"
        label=${t('Copy as JSON')}
        title=${t('Copy as JSON')}
        @click=${() => {
          options.copy(JSON.stringify(row, undefined, 2));
        }}
      ></vscode-toolbar-button>
      <vscode-toolbar-button
        icon="close"
        label=${t('Close')}
        title=${t('Close')}
        @click=${options.close}
      ></vscode-toolbar-button>
    </header>
    <div class="detail-body">
      ${row.message === null ? nothing : html`<p class="detail-message">${row.message}</p>`}
      ${row.error === null ? nothing : html`<p class="detail-error">${icon('error', 'failed')}<span>${row.error}</span></p>`}
      <dl class="record">${fields(row, options)}</dl>
      ${part(t('Parameters'), row.params)} ${part(t('Message parameters'), row.messageParams)}
    </div>
  </section>`;
}

function fields(row: AuditRow, { zone, serverOffset }: DetailOptions): readonly TemplateResult[] {
  const named: readonly (readonly [string, string | null])[] = [
    [t('Time'), formatMoment(row.time, zone, serverOffset)],
    [t('User'), row.user],
    [t('User GUID'), row.userGuid],
    [t('Address'), row.remoteIp],
    [t('Category'), row.category],
    [t('Action'), row.action],
    [t('Module'), row.module],
    [t('Method'), row.method],
    [t('Entry'), String(row.id)],
  ];
  return named
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    );
}

function part(
  name: string,
  value: Readonly<Record<string, unknown>> | null,
): TemplateResult | typeof nothing {
  return value === null
    ? nothing
    : html`<h3>${name}</h3>
        ${jsonTree(value)}`;
}
