import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import type { AuditRow } from '../../src/core/pages/auditLogMessages';
import type { Zone } from '../../src/core/pages/common';
import { formatTimestamp } from '../../src/core/pages/format';
import { icon, iconText } from '../app/parts';
import type { GridColumn } from '../grid/gridColumns';
import { definitions } from '../elements/controls';
import { namedTree } from '../elements/jsonTree';
import type { DetailContent } from '../grid/detailPane';
import { visibleText } from '../../src/core/base/visibleText';

/** The columns of the audit log. Labels come from the platform; raw names are next to them. */
export function auditColumns(zone: Zone, serverOffset: number | null): readonly GridColumn<AuditRow>[] {
  return [
    {
      id: 'time',
      label: t('Time'),
      width: 202,
      monospace: true,
      text: (row) => formatTimestamp(row.time, zone, serverOffset),
    },
    // Near the start, so that user, action and result are visible in a narrow panel.
    {
      id: 'result',
      label: t('Result'),
      width: 122,
      minWidth: 112,
      text: resultLabel,
      render: (row) =>
        html`${icon(row.failed ? 'error' : 'pass', row.failed ? 'failed' : 'succeeded')}${resultLabel(row)}`,
    },
    { id: 'user', label: t('User'), width: 100, minWidth: 80, text: (row) => row.user },
    {
      id: 'message',
      label: t('Message'),
      width: 420,
      minWidth: 130,
      grows: true,
      text: (row) => row.message ?? row.error ?? '',
    },
    {
      id: 'category',
      label: t('Category'),
      width: 160,
      minWidth: 92,
      text: (row) => labeled(row.category, row.module),
    },
    {
      id: 'action',
      label: t('Action'),
      width: 180,
      minWidth: 100,
      text: (row) => labeled(row.action, row.method),
    },
    {
      id: 'remoteIp',
      label: t('Address'),
      width: 122,
      minWidth: 108,
      monospace: true,
      text: (row) => row.remoteIp,
    },
  ];
}

/**
 * An action without a label shows its raw name. A raw name that equals the label except for case and
 * punctuation is omitted to save space.
 */
function labeled(label: string | null, raw: string): string {
  if (label === null || label === '') return raw;
  return bare(label) === bare(raw) ? label : `${label} · ${raw}`;
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function resultLabel(row: AuditRow): string {
  if (row.result !== '') return row.result;
  return row.failed ? t('Failed') : t('Succeeded');
}

/** All fields of one entry. */
export function auditDetail(row: AuditRow, zone: Zone, serverOffset: number | null): DetailContent {
  return {
    label: t('Entry {0}', row.id),
    title: row.action ?? `${row.module}.${row.method}`,
    badge: html`<span class="detail-result"
      >${row.failed ? iconText('error', row.result, 'failed') : iconText('pass', row.result, 'succeeded')}</span
    >`,
    body: html`${row.message === null ? nothing : html`<p class="detail-message">${visibleText(row.message)}</p>`}
    ${row.error === null ? nothing : html`<p class="detail-error">${iconText('error', row.error, 'failed')}</p>`}
    ${fields(row, zone, serverOffset)}
    ${row.params === null ? nothing : namedTree(t('Parameters'), row.params)}
    ${row.messageParams === null ? nothing : namedTree(t('Message parameters'), row.messageParams)}`,
    value: row,
  };
}

function fields(row: AuditRow, zone: Zone, serverOffset: number | null): TemplateResult {
  const named: readonly (readonly [string, string | null])[] = [
    [t('Time'), formatTimestamp(row.time, zone, serverOffset)],
    [t('User'), row.user],
    [t('User GUID'), row.userGuid],
    [t('Address'), row.remoteIp],
    [t('Category'), row.category],
    [t('Action'), row.action],
    [t('Module'), row.module],
    [t('Method'), row.method],
    [t('Entry'), String(row.id)],
  ];
  return definitions(
    'record',
    named.filter(([, value]) => value !== null && value !== ''),
  );
}
