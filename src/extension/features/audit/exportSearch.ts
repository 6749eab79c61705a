import { rm, writeFile, open } from 'node:fs/promises';
import path from 'node:path';
import type { Masker } from '../../../core/privacy/masker';
import type { ExportFormat } from '../../../core/pages/common';
import type { AuditResult } from './auditResult';
import { maskMessage } from '../../../core/privacy/maskMessage';
import type { AuditLog } from '../../../core/interface/auditLog';
import { formatWireTime } from '../../../core/interface/time';
import { safeCsv } from '../../../core/base/csvLine';
import { writeWhole } from '../../ui/files/writeWhole';
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { auditSearch } from '../../../core/pages/auditLogMessages';
import { exportFormat } from '../../../core/pages/common';

const entriesPerRequest = 2000;
/** Spreadsheets are limited to 1,048,576 rows. */
const entriesPerFile = 1_000_000;

export interface ExportOrder {
  readonly format: ExportFormat;
  /** The path of the first file; further ones are numbered. */
  readonly target: string;
  readonly about: Pick<ExportManifest, 'connection' | 'search' | 'range'>;
  readonly entriesPerFile?: number;
  /** Undefined to write sensitive values. */
  readonly masker?: Masker | undefined;
  readonly now: () => number;
}

/**
 * Writes all matches page by page, then the manifest. If it is canceled or fails, its files are deleted, so
 * an export with a manifest is complete.
 */
export async function exportSearch(
  result: AuditResult,
  order: ExportOrder,
  report: (written: number) => void,
  signal: AbortSignal,
): Promise<ExportManifest> {
  const files: ExportedFile[] = [];
  try {
    await writeFiles(result, order, files, report, signal);
    const manifest: ExportManifest = {
      kind: 'logbench-audit-export',
      version: 1,
      exportedAt: new Date(order.now()).toISOString(),
      ...(order.masker ? { ...maskAbout(order.about, order.masker), masked: true } : order.about),
      format: order.format,
      matched: result.total,
      written: entriesOf(files),
      files,
    };
    await writeWhole(manifestPath(order.target), async (partial) =>
      writeFile(partial, `${JSON.stringify(manifest, undefined, 2)}\n`),
    );
    return manifest;
  } catch (error) {
    const folder = path.dirname(order.target);
    for (const { name } of files) await rm(path.join(folder, name), { force: true });
    throw error;
  }
}

function maskAbout(
  { connection, search, range }: ExportOrder['about'],
  masker: Masker,
): ExportOrder['about'] {
  const { name, baseUrl } = connection;
  const hidden = { ...connection, name: masker.text(name), baseUrl: masker.text(baseUrl) };
  return { connection: hidden, search: maskMessage(auditSearch, search, masker), range };
}

async function writeFiles(
  result: AuditResult,
  order: ExportOrder,
  files: ExportedFile[],
  report: (written: number) => void,
  signal: AbortSignal,
): Promise<void> {
  let written: number;
  do {
    written = entriesOf(files);
    const end = Math.min(result.total, written + (order.entriesPerFile ?? entriesPerFile));
    const part = { target: numbered(order.target, files.length), from: written, end };
    files.push(await writePart(result, order, part, report, signal));
  } while (entriesOf(files) < result.total && entriesOf(files) > written);
}

/** Writes the entries of one file. */
async function writePart(
  result: AuditResult,
  order: ExportOrder,
  { target, from, end }: { readonly target: string; readonly from: number; readonly end: number },
  report: (written: number) => void,
  signal: AbortSignal,
): Promise<ExportedFile> {
  return writeWhole(target, async (partial) => {
    const handle = await open(partial, 'w');
    const hash = createHash('sha256');
    let [entries, bytes] = [0, 0];
    const write = async (text: string): Promise<void> => {
      const encoded = Buffer.from(text, 'utf8');
      await handle.appendFile(encoded);
      hash.update(encoded);
      bytes += encoded.length;
    };
    try {
      // The byte order mark makes spreadsheets read UTF-8.
      if (order.format === 'csv') await write(`\uFEFF${safeCsv([columns.map(([name]) => name)])}`);
      for (let next = from; next < end; next = from + entries) {
        const rows = await result.rows(next, Math.min(entriesPerRequest, end - next), signal);
        signal.throwIfAborted();
        // The platform has deleted the remaining entries in the meantime.
        if (rows.length === 0) break;
        await write(exportText(order.format, rows, order.masker));
        entries += rows.length;
        report(from + entries);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    return { name: path.basename(target), entries, bytes, sha256: hash.digest('hex') };
  });
}

function entriesOf(files: readonly ExportedFile[]): number {
  return files.reduce((sum, { entries }) => sum + entries, 0);
}

function numbered(target: string, index: number): string {
  if (index === 0) return target;
  const { dir, name, ext } = path.parse(target);
  return path.join(dir, `${name}-${index + 1}${ext}`);
}

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

/** CSV is for spreadsheets; newline-delimited JSON has the platform's records, with values masked if required. */
export function exportText(format: ExportFormat, found: readonly AuditLog[], masker?: Masker): string {
  const entries = masker ? found.map((entry) => masker.record(entry)) : found;
  if (format === 'csv') return safeCsv(entries.map((entry) => columns.map(([, value]) => value(entry))));
  return entries.map(({ raw }) => `${JSON.stringify(raw)}\n`).join('');
}

const exportedFile = z.object({
  name: z.string(),
  entries: z.number(),
  bytes: z.number(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type ExportedFile = Readonly<z.infer<typeof exportedFile>>;

/** What was exported and from where, with checksums to detect changes. */
export const exportManifest = z.object({
  kind: z.literal('logbench-audit-export'),
  version: z.literal(1),
  exportedAt: z.string(),
  connection: z.object({
    name: z.string(),
    baseUrl: z.string(),
    product: z.string(),
    environment: z.string(),
  }),
  search: auditSearch,
  /** The period of the search, resolved at the start; null if unbounded. */
  range: z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) }),
  /** Whether sensitive values are masked, so that entries differ from those of the platform. */
  masked: z.optional(z.boolean()),
  format: exportFormat,
  /** The number of matches at the start, and of written entries. */
  matched: z.number(),
  written: z.number(),
  files: z.array(exportedFile),
});
export type ExportManifest = Readonly<z.infer<typeof exportManifest>>;

export function manifestPath(target: string): string {
  return `${target}.manifest.json`;
}
