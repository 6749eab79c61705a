import type { ExportFormat } from '../../shared/protocol/common';
import type { AuditLog } from '../../shared/wire/auditLog';
import { formatWireTime } from '../../shared/wire/time';
import { safeCsv } from '../../shared/csv/csvLine';
import type { Masker } from '../../shared/privacy/masker';

/** Field names of the interface, so that an export resembles the platform's response. */
const columns: readonly (readonly [name: string, value: (entry: AuditLog) => string])[] = [
  ['id', ({ id }) => String(id)],
  ['time', ({ time }) => formatWireTime(new Date(time))],
  ['user', ({ user }) => user],
  ['user_guid', ({ userGuid }) => userGuid ?? ''],
  ['remote_ip', ({ remoteIp }) => remoteIp],
  ['module', ({ module }) => module],
  ['method', ({ method }) => method],
  ['category', ({ category }) => category ?? ''],
  ['action', ({ action }) => action ?? ''],
  ['msg', ({ message }) => message ?? ''],
  ['result', ({ result }) => result],
  ['error', ({ error }) => error ?? ''],
  ['params', ({ params }) => (params === undefined ? '' : JSON.stringify(params))],
  ['msg_params', ({ messageParams }) => (messageParams === undefined ? '' : JSON.stringify(messageParams))],
];

/** The beginning of a file. For CSV, the byte order mark makes spreadsheets read UTF-8. */
export function exportHead(format: ExportFormat): string {
  return format === 'csv' ? `\uFEFF${safeCsv([columns.map(([name]) => name)])}` : '';
}

/** CSV is for spreadsheets; newline-delimited JSON has the platform's records, with values masked if required. */
export function exportText(format: ExportFormat, found: readonly AuditLog[], masker?: Masker): string {
  const entries = masker ? found.map((entry) => masker.record(entry)) : found;
  if (format === 'csv') return safeCsv(entries.map((entry) => columns.map(([, value]) => value(entry))));
  return entries.map(({ raw }) => `${JSON.stringify(raw)}\n`).join('');
}
