import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { AuditRow } from '../../src/shared/protocol/auditLogs';
import type { Zone } from '../../src/shared/protocol/common';
import { formatTimestamp } from '../../src/shared/format';
import { iconText } from '../app/header';
import { definitions } from '../elements/controls';
import { namedTree } from '../elements/jsonTree';
import type { DetailContent } from '../grid/detailPane';
import { visibleText } from '../../src/shared/visibleText';

/** All fields of one entry. */
export function auditDetail(row: AuditRow, zone: Zone, serverOffset: number | null): DetailContent {
  return {
    label: t('Entry {0}', row.id),
    title: row.action ?? `${row.module}.${row.method}`,
    mark: html`<span class="detail-result"
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
