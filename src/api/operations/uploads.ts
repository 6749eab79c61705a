import type { Integer64 } from '../../shared/wire/integers';
import { done, found, page } from '../../shared/wire/page';
import type { Page } from '../../shared/wire/page';
import { records } from '../../shared/wire/records';
import { uploadedRows, uploadedSize, uploadStream, uploadToken } from '../../shared/wire/upload';
import type { UploadStream } from '../../shared/wire/upload';
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
}

export function openUpload(request: UploadRequest): Operation<string> {
  const metadata = JSON.stringify({ table_name: request.tableName, format: request.format });
  return {
    method: 'POST',
    path: [resource],
    form: { file_name: request.fileName, file_size: request.fileSize, metadata },
    role: 'ADMIN',
    answer: uploadToken,
    optional: 'uploads',
  };
}

/** Sends the next bytes. Returns how many bytes the platform has. */
export function appendUpload(
  token: string,
  offset: number,
  bytes: Uint8Array | ByteSource,
): Operation<Integer64> {
  return {
    method: 'PUT',
    path: [resource, checkToken(token)],
    query: { offset },
    bytes,
    role: undefined,
    answer: uploadedSize,
    optional: 'uploads',
  };
}

/** Loads all uploaded bytes into the table, or none. Returns the number of rows. */
export function completeUpload(token: string): Operation<Integer64> {
  return {
    method: 'POST',
    path: [resource, checkToken(token), 'complete'],
    role: undefined,
    timeout: loadingTime,
    answer: uploadedRows,
    optional: 'uploads',
  };
}

/** Requires no key, but must come from the address that opened the stream. */
export function cancelUpload(token: string): Operation<undefined> {
  return { method: 'DELETE', path: [resource, checkToken(token)], role: undefined, answer: done };
}

export function getUpload(token: string): Operation<UploadStream | undefined> {
  return {
    method: 'GET',
    path: [resource, checkToken(token)],
    role: 'MASTER',
    answer: streamFound,
  };
}

export function listUploads(): Operation<Page<UploadStream>> {
  return {
    method: 'GET',
    path: [resource],
    role: 'MASTER',
    answer: streamsPage,
    optional: 'uploadList',
  };
}

function checkToken(token: string): string {
  checkPresent(token, 'token');
  return token;
}
