import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { PlatformClient } from '../../../core/api/client';
import { MissingOperationError } from '../../../core/api/errors';
import { appendUpload, openUpload } from '../../../core/api/operations/uploads';
import type { UploadRequest } from '../../../core/api/operations/uploads';
import { createTable } from '../../../core/api/operations/tables';
import { t } from '../../../core/base/localize';
import type { Connection } from '../../ui/connections/connection';
import { confirmWithDetails, requestDetail } from '../../ui/writes/sendAndLog';
import { environmentLabel } from '../../../core/base/environment';
import { pathToRead } from '../../ui/files/selectedFiles';
import type { OpenTable } from '../../ui/access';
import { connectionOf, RowNode } from '../../ui/explorer/explorerSection';
import { resolveConnection, targetTitle } from '../../ui/resolveTarget';
import { formatBytes } from '../../../core/base/formatBytes';
import { pickTable } from './pickTable';
import type { Destination } from './pickTable';
import { formatsOf, sampleAs, readLogFile } from './logSample';
import type { LogFormat, LogSample, DescribedFile } from './logSample';
import { followUpload } from './followUpload';
import { listedStreams } from './uploadRows';
import type { UploadDeps } from './uploadsSection';
import { formatLabel, previewText, sampleText } from './uploadText';

/**
 * *Upload Log File…* on a file or table, by drag and drop, or from the Command Palette. Resolves after the
 * last upload.
 */
export async function startUpload(deps: UploadDeps, args: readonly unknown[]): Promise<void> {
  const { platforms, ui } = deps;
  const title = t('Upload Log File');
  const selected = await filesIn(args);
  const open = await deps.openTable();
  const connection = await connectionFor(deps, args, open, title);
  const client = await platforms.clientFor(connection);
  await checkUploads(client);
  const paths = selected.length > 0 ? selected : [await askFile(deps, title)];
  await platforms.ensureWritable(connection);
  let destination = namedTable(deps, args);
  const proposed = open?.connection.name === connection.name ? open.table : undefined;
  for (const path of paths) {
    const file = await readLogFile(path);
    const question = targetTitle(`${title} · ${file.name}`, connection);
    destination ??= await pickTable(client, ui.prompts, question, proposed);
    const isRemoved = await uploadFile(deps, connection, file, destination);
    // Otherwise, the table now exists for the remaining files.
    destination = { ...destination, isNew: isRemoved };
  }
}

/** That of the open page of a table unless another one was given. */
async function connectionFor(
  { platforms }: UploadDeps,
  args: readonly unknown[],
  open: OpenTable | undefined,
  title: string,
): Promise<Connection> {
  const isGiven = typeof args[0] === 'string' || connectionOf(args) !== undefined;
  return open === undefined || isGiven ? resolveConnection(platforms, args, title) : open.connection;
}

/** The table of an explorer row or of a page. */
function namedTable({ tableOfRow }: UploadDeps, [node, name]: readonly unknown[]): Destination | undefined {
  const table = node instanceof RowNode ? tableOfRow(node.row.value) : name;
  return typeof table === 'string' ? { table, isNew: false } : undefined;
}

/**
 * Rejects if the platform does not support uploads, before the user is asked for anything. A platform that does
 * not list uploads is sent an empty part of an upload that does not exist, which changes nothing.
 */
async function checkUploads(client: PlatformClient): Promise<void> {
  client.checkOffered('uploads');
  if ((await listedStreams(client)) !== 'missing') return;
  const probe = { ...appendUpload(randomUUID(), 0, new Uint8Array()), whileLocked: true };
  await client.send(probe).catch((error: unknown) => {
    if (error instanceof MissingOperationError) throw error;
  });
}

/** Returns whether the new table was removed again. */
async function uploadFile(
  deps: UploadDeps,
  connection: Connection,
  file: DescribedFile,
  destination: Destination,
): Promise<boolean> {
  const sample = await sampleOf(deps, file);
  const request: UploadRequest = {
    fileName: file.name,
    fileSize: file.size,
    tableName: destination.table,
    format: sample.format,
    modified: file.modified,
    beginning: file.beginning,
  };
  await confirmUpload(deps, connection, request, { sample, isNew: destination.isNew });
  const client = await deps.platforms.clientFor(connection);
  if (destination.isNew) await client.send(createTable(request.tableName));
  return followUpload(deps, connection, file, request, { isNewTable: destination.isNew });
}

/** The detected format; asks if it is unknown. */
async function sampleOf({ ui }: UploadDeps, { read, name }: DescribedFile): Promise<LogSample> {
  if ('sample' in read) return read.sample;
  const format = await ui.prompts.pick<LogFormat>({
    title: t('Upload {0}', name),
    placeholder: t('{0} Upload it anyway as:', read.problem),
    choices: formatsOf(name).map((value) => ({
      label: formatLabel({ format: value, delimiter: undefined }),
      value,
    })),
  });
  return sampleAs(format, read.problem);
}

async function confirmUpload(
  { ui }: UploadDeps,
  connection: Connection,
  request: UploadRequest,
  { sample, isNew }: { readonly sample: LogSample; readonly isNew: boolean },
): Promise<void> {
  const { prompts, documents } = ui;
  const { fileName, fileSize, tableName } = request;
  await confirmWithDetails(prompts, {
    message: t(
      'Upload {0} ({1}) to the table {2} on {3} ({4})?',
      fileName,
      formatBytes(fileSize),
      tableName,
      connection.name,
      environmentLabel(connection.environment),
    ),
    detail: [...(isNew ? [t('The table is new and will be created first.')] : []), sampleText(sample)].join(
      '\n',
    ),
    buttons: [{ label: t('Upload'), value: true }],
    details: [
      ...(sample.rows.length === 0
        ? []
        : [
            {
              label: t('View First Rows'),
              open: async () =>
                documents.show([connection.name, 'uploads', `${fileName}.txt`], () =>
                  previewText(fileName, sample),
                ),
            },
          ]),
      requestDetail(documents, connection, () => [
        ...(isNew ? [createTable(tableName)] : []),
        openUpload(request),
      ]),
    ],
  });
}

async function askFile({ ui }: UploadDeps, title: string): Promise<string> {
  return ui.prompts.openFile({
    title,
    filters: {
      [t('Log files')]: ['json', 'jsonl', 'ndjson', 'csv', 'tsv', 'log', 'txt'],
      [t('All files')]: ['*'],
    },
  });
}

/** The files of a menu, selection or drop. */
async function filesIn(args: readonly unknown[]): Promise<readonly string[]> {
  const uris = args.flat().filter((value) => value instanceof vscode.Uri);
  const distinct = new Map(uris.map((uri) => [uri.toString(), uri]));
  const paths: string[] = [];
  for (const uri of distinct.values()) paths.push(await pathToRead(vscode.workspace.fs, uri));
  return paths;
}
