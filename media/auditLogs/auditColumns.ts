import { html } from 'lit';
import { t } from '../../src/shared/localize';
import type { AuditRow } from '../../src/shared/protocol/auditLogs';
import type { Zone } from '../../src/shared/protocol/common';
import { formatTimestamp } from '../../src/shared/format';
import { icon } from '../app/header';
import type { GridColumn } from '../grid/columns';

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
      leastWidth: 112,
      text: resultLabel,
      render: (row) =>
        html`${icon(row.failed ? 'error' : 'pass', row.failed ? 'failed' : 'succeeded')}${resultLabel(row)}`,
    },
    { id: 'user', label: t('User'), width: 100, leastWidth: 80, text: (row) => row.user },
    {
      id: 'message',
      label: t('Message'),
      width: 420,
      leastWidth: 130,
      grows: true,
      text: (row) => row.message ?? row.error ?? '',
    },
    {
      id: 'category',
      label: t('Category'),
      width: 160,
      leastWidth: 92,
      text: (row) => labelled(row.category, row.module),
    },
    {
      id: 'action',
      label: t('Action'),
      width: 180,
      leastWidth: 100,
      text: (row) => labelled(row.action, row.method),
    },
    {
      id: 'remoteIp',
      label: t('Address'),
      width: 122,
      leastWidth: 108,
      monospace: true,
      text: (row) => row.remoteIp,
    },
  ];
}

/**
 * An action without a label shows its raw name. A raw name that equals the label except for case and
 * punctuation is omitted to save space.
 */
function labelled(label: string | null, raw: string): string {
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
