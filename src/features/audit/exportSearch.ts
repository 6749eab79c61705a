import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Masker } from '../../shared/privacy/masker';
import type { ExportFormat } from '../../shared/protocol/common';
import type { AuditResult } from './auditResult';
import { ExportFile } from './exportFile';
import { manifestPath } from './exportManifest';
import type { ExportedFile, ExportManifest } from './exportManifest';
import { exportHead, exportText } from './exportText';
import { maskSearch } from './maskAudit';

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
    await writeFile(manifestPath(order.target), `${JSON.stringify(manifest, undefined, 2)}\n`);
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
  return { connection: hidden, search: maskSearch(search, masker), range };
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
    await using file = await ExportFile.create(numbered(order.target, files.length));
    await file.write(exportHead(order.format));
    for (let next = written; next < end; next = written + file.entries) {
      const rows = await result.rows(next, Math.min(entriesPerRequest, end - next), signal);
      signal.throwIfAborted();
      // The platform has deleted the remaining entries in the meantime.
      if (rows.length === 0) break;
      await file.write(exportText(order.format, rows, order.masker), rows.length);
      report(written + file.entries);
    }
    files.push(await file.finish());
  } while (entriesOf(files) < result.total && entriesOf(files) > written);
}

function entriesOf(files: readonly ExportedFile[]): number {
  return files.reduce((sum, { entries }) => sum + entries, 0);
}

function numbered(target: string, index: number): string {
  if (index === 0) return target;
  const { dir, name, ext } = path.parse(target);
  return path.join(dir, `${name}-${index + 1}${ext}`);
}
