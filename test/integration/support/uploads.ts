import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Connected } from './connected';

export const rows = '{"time":"2026-01-01T00:00:00Z","a":1}\n{"time":"2026-01-01T00:00:01Z","a":2}\n';

/** A file to upload. */
export async function logFile(folder: string, name: string, content = rows): Promise<vscode.Uri> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return vscode.Uri.file(file);
}

/** Begins an upload into the table `logs`; returns its token. */
export async function openStream(
  connected: Connected,
  fileName: string,
  size = rows.length,
): Promise<string> {
  const { body } = await connected.call('POST /api/core/upload-streams', {
    form: {
      file_name: fileName,
      file_size: String(size),
      metadata: JSON.stringify({ table_name: 'logs', format: 'ndjson' }),
    },
  });
  return (body as { token: string }).token;
}

/** The number of uploads that have begun. */
export async function openStreams(connected: Connected): Promise<number> {
  const { body } = await connected.call('GET /api/core/upload-streams');
  return (body as { total_count: number }).total_count;
}

export async function countRows(connected: Connected, table = 'logs'): Promise<number> {
  const query = encodeURIComponent(`table ${table} | stats count`);
  const { body } = await connected.call(`GET /api/core/query?q=${query}`);
  return (body as { count: number }).count;
}
