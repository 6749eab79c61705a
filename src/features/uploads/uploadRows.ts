import type { PlatformClient } from '../../api/client';
import { isMissingOperation, PermissionError } from '../../api/errors';
import type { UploadStream } from '../../shared/wire/upload';
import type { Row } from '../../ui/explorerSection';
import type { RunningUpload } from './runningUploads';
import { otherRow, ownRow } from './uploadRow';

/** The uploads of this window first, then whatever else the service tells about. */
export async function uploadRows(
  client: PlatformClient,
  own: readonly RunningUpload[],
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  const others = await otherUploads(client, own, signal);
  return [...own.map(ownRow), ...others.map(otherRow)];
}

/** The list is for the highest role only, and not every service has it: one's own are known in any case. */
export async function otherUploads(
  client: PlatformClient,
  own: readonly RunningUpload[],
  signal?: AbortSignal,
): Promise<readonly UploadStream[]> {
  try {
    const { items } = await client.uploads(signal);
    return items.filter(({ token }) => !own.some(({ upload }) => upload.token === token));
  } catch (error) {
    if (error instanceof PermissionError || isMissingOperation(error)) return [];
    throw error;
  }
}
