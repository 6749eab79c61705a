import assert from 'node:assert/strict';
import { callPlatform } from './call';
import type { ResponseBody } from './call';
import type { RunningApp } from './startApp';
import { addTable } from './tables';

/** Uploads a whole file over HTTP, to a table that is created if it is missing. Returns the response of `complete`. */
export async function uploadText(
  app: RunningApp,
  table: string,
  format: 'ndjson' | 'csv',
  text: string | Uint8Array,
): Promise<ResponseBody> {
  if (!app.parts.logTables.find(table)) await addTable(app, table);
  const bytes = Buffer.from(text);
  const metadata = JSON.stringify({ table_name: table, format });
  const form = { file_name: `logs.${format}`, file_size: String(bytes.length), metadata };
  const { body } = await callPlatform(app, 'POST /upload-streams', { form });
  const { token } = body as { token: string };
  const sent = await callPlatform(app, `PUT /upload-streams/${token}?offset=0`, { key: null, bytes });
  assert.equal(sent.status, 200, JSON.stringify(sent.body));
  return callPlatform(app, `POST /upload-streams/${token}/complete`, { key: null });
}

/** The result of a query as it is sent: numbers have all of their digits. */
export async function resultText(app: RunningApp, query: string): Promise<string> {
  const response = await fetch(`${app.baseUrl}/api/core/query?q=${encodeURIComponent(query)}`, {
    headers: { authorization: `Bearer ${app.keys.admin}` },
  });
  const text = await response.text();
  assert.equal(response.status, 200, `${query}: ${text} ${app.logged.join('\n')}`);
  return text.trimEnd();
}
