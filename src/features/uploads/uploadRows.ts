import type { PlatformClient } from '../../api/client';
import { isMissingOperation, PermissionError } from '../../api/errors';
import type { Page } from '../../shared/wire/page';
import type { OddRecord } from '../../shared/wire/records';
import type { UploadStream } from '../../shared/wire/upload';
import type { Connection } from '../../ui/connections/connection';
import type { RowPage } from '../../ui/explorer/explorerSection';
import { oddRow } from '../../ui/explorer/oddRow';
import type { RunningUpload, RunningUploads } from './runningUploads';
import type { UnfinishedUpload, UnfinishedUploads } from './unfinishedUploads';
import { otherRow, ownRow, unfinishedRow, unlistedRow } from './uploadRow';

/** Where this window's own uploads are noted. */
export interface OwnUploads {
  readonly running: RunningUploads;
  readonly unfinished: UnfinishedUploads;
}

export interface KnownUploads {
  /** False where the service has no such list. */
  readonly listed: boolean;
  readonly running: readonly RunningUpload[];
  readonly unfinished: readonly UnfinishedUpload[];
  readonly others: readonly UploadStream[];
  readonly odd: readonly OddRecord[];
}

/** The uploads of this window first, then those it began before a reload, then whatever the service tells about. */
export async function uploadRows(
  client: PlatformClient,
  connection: Connection,
  own: OwnUploads,
  signal?: AbortSignal,
): Promise<RowPage> {
  const { listed, running, unfinished, others, odd } = await knownUploads(client, connection, own, signal);
  const rows = [
    ...running.map(ownRow),
    ...unfinished.map(unfinishedRow),
    ...others.map(otherRow),
    ...odd.map(oddRow),
  ];
  return listed ? { total: rows.length, rows } : { total: undefined, rows: [...rows, unlistedRow()] };
}

export async function knownUploads(
  client: PlatformClient,
  connection: Connection,
  own: OwnUploads,
  signal?: AbortSignal,
): Promise<KnownUploads> {
  const answer = await listedStreams(client, signal);
  const { items: listed, odd } = typeof answer === 'string' ? { items: undefined, odd: [] } : answer;
  const running = own.running.of(connection);
  const here = new Set(running.map(({ upload }) => upload.token));
  const begun = own.unfinished.of(connection).filter(({ token }) => !here.has(token));
  const unfinished = listed === undefined ? begun : begun.flatMap((one) => asListed(one, listed, own));
  const known = new Set([...here, ...begun.map(({ token }) => token)]);
  return {
    listed: answer !== 'missing',
    running,
    unfinished,
    others: (listed ?? []).filter(({ token }) => !known.has(token)),
    odd,
  };
}

/** As far as the service says that it came. One that it does not list has ended in some other way. */
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

/** The list is for the highest role only, and not every service has it: one's own are known in any case. */
async function listedStreams(
  client: PlatformClient,
  signal?: AbortSignal,
): Promise<Page<UploadStream> | 'missing' | 'forbidden'> {
  if (!(await client.mayHave('MASTER'))) return 'forbidden';
  try {
    return await client.uploads(signal);
  } catch (error) {
    if (error instanceof PermissionError) return 'forbidden';
    if (isMissingOperation(error)) return 'missing';
    throw error;
  }
}
