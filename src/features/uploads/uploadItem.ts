import type { UploadStream } from '../../shared/wire/upload';
import type { RunningUpload } from './runningUploads';

/** What a row of the explorer stands for when it is an upload: one of this window, or any other of the service. */
export class UploadItem {
  constructor(readonly upload: { readonly own: RunningUpload } | { readonly other: UploadStream }) {}
}

export function isUploadItem(value: unknown): value is UploadItem {
  return value instanceof UploadItem;
}
