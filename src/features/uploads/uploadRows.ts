import { listUploads } from '../../api/operations/uploads';
import type { PlatformClient } from '../../api/client';
import { isMissingOperation, PermissionError } from '../../api/errors';
import type { Page } from '../../shared/wire/page';
import type { MalformedRecord } from '../../shared/wire/records';
import type { UploadStream } from '../../shared/wire/upload';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { RowPage } from '../../ui/explorer/explorerSection';
import { malformedRows } from '../../ui/explorer/malformedRow';
import type { RunningUploads } from './runningUploads';
import type { UnfinishedUpload, UnfinishedUploads } from './unfinishedUploads';
import { otherRow, ownRow, unfinishedRow, unlistedRow } from './uploadRow';
import type { UploadRow } from './uploadRow';

/** The uploads of this window. */
export interface OwnUploads {
  readonly running: RunningUploads;
  readonly unfinished: UnfinishedUploads;
  readonly accountOf: Platforms['accountOf'];
}

export interface KnownUploads {
  /** False if the platform does not support the list. */
  readonly listed: boolean;
  /** The uploads of this window first, then those from before a reload, then all others on the platform. */
  readonly rows: readonly UploadRow[];
  readonly malformed: readonly MalformedRecord[];
}

export async function uploadRows(
  client: PlatformClient,
  connection: Connection,
  own: OwnUploads,
  signal: AbortSignal,
): Promise<RowPage> {
  const known = await knownUploads(client, connection, own, signal);
  const rows = [...known.rows, ...malformedRows(known.malformed)];
  return known.listed ? { total: rows.length, rows } : { total: undefined, rows: [...rows, unlistedRow()] };
}

export async function knownUploads(
  client: PlatformClient,
  connection: Connection,
  own: OwnUploads,
  signal?: AbortSignal,
): Promise<KnownUploads> {
  const streams = await listedStreams(client, signal);
  const page = typeof streams === 'string' ? undefined : streams;
  const running = own.running.of(connection);
  const here = new Set(running.map(({ upload }) => upload.token));
  const account = await own.accountOf(connection);
  const begun = own.unfinished.of(connection, account).filter(({ token }) => !here.has(token));
  const unfinished = page === undefined ? begun : begun.flatMap((one) => asListed(one, page.items, own));
  const known = new Set([...here, ...begun.map(({ token }) => token)]);
  const others = (page?.items ?? []).filter(({ token }) => !known.has(token));
  return {
    listed: streams !== 'missing',
    rows: [...running.map(ownRow), ...unfinished.map(unfinishedRow), ...others.map(otherRow)],
    malformed: page?.malformed ?? [],
  };
}

/** With the offset of the platform. An upload that it does not list has ended. */
function asListed(
  upload: UnfinishedUpload,
  listed: readonly UploadStream[],
  { unfinished }: OwnUploads,
): readonly UnfinishedUpload[] {
  const stream = listed.find(({ token }) => token === upload.token);
  if (stream !== undefined) return [{ ...upload, sent: Number(stream.uploadedSize) }];
  unfinished.forget(upload.token);
  return [];
}

/**
 * The list requires the highest role, and some platforms do not support it: the window's own uploads are
 * always known.
 */
export async function listedStreams(
  client: PlatformClient,
  signal?: AbortSignal,
): Promise<Page<UploadStream> | 'missing' | 'forbidden'> {
  if (!(await client.mayHave('MASTER'))) return 'forbidden';
  try {
    return await client.send(listUploads(), signal);
  } catch (error) {
    if (error instanceof PermissionError) return 'forbidden';
    if (isMissingOperation(error)) return 'missing';
    throw error;
  }
}
