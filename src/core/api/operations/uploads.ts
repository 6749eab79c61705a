import type { Integer64 } from '../../base/integers';
import { done, found, page } from '../../interface/listPage';
import type { Page } from '../../interface/listPage';
import { records } from '../../interface/records';
import { loadedUpload, uploadedSize, uploadStream, uploadToken } from '../../interface/upload';
import type { FilePart, LoadedUpload, UploadStream } from '../../interface/upload';
import { operation } from '../operation';
import type { ByteSource, Operation } from '../operation';
import { checkPresent } from '../validation';

// Created once, because building a schema costs more than using it.
const streamFound = found('stream', uploadStream);
const streamsPage = page('streams', records(uploadStream));

const resource = 'upload-streams';

/** Loading several gigabytes takes minutes, and after a timeout the outcome would be unknown. */
const loadingTime = 60 * 60 * 1000;

export interface UploadRequest {
  readonly fileName: string;
  readonly fileSize: number;
  readonly tableName: string;
  readonly format: 'ndjson' | 'csv';
  /** Epoch milliseconds. With the beginning, it identifies the file when another window resumes the upload. */
  readonly modified?: number | undefined;
  readonly beginning?: FilePart | undefined;
}

export function openUpload(request: UploadRequest): Operation<string> {
  const { tableName, format, modified, beginning } = request;
  const metadata = JSON.stringify({ table_name: tableName, format, modified, beginning });
  const form = { file_name: request.fileName, file_size: request.fileSize, metadata };
  return operation('POST', [resource], 'ADMIN', uploadToken, { form, optional: 'uploads' });
}

/** Sends the next bytes. Returns how many bytes the platform has. */
export function appendUpload(
  token: string,
  offset: number,
  bytes: Uint8Array | ByteSource,
): Operation<Integer64> {
  const more = { query: { offset }, bytes, optional: 'uploads' } as const;
  return operation('PUT', [resource, checkPresent(token, 'token')], undefined, uploadedSize, more);
}

/** Loads all uploaded bytes into the table, or none. */
export function completeUpload(token: string): Operation<LoadedUpload> {
  const path = [resource, checkPresent(token, 'token'), 'complete'];
  return operation('POST', path, undefined, loadedUpload, { timeout: loadingTime, optional: 'uploads' });
}

/**
 * Requires no key, but must come from the address that opened the stream. A lock does not keep an upload on the
 * platform that has begun.
 */
export function cancelUpload(token: string): Operation<undefined> {
  return operation('DELETE', [resource, checkPresent(token, 'token')], undefined, done, {
    whileLocked: true,
  });
}

export function getUpload(token: string): Operation<UploadStream | undefined> {
  return operation('GET', [resource, checkPresent(token, 'token')], 'MASTER', streamFound);
}

export function listUploads(): Operation<Page<UploadStream>> {
  return operation('GET', [resource], 'MASTER', streamsPage, { optional: 'uploadList' });
}
