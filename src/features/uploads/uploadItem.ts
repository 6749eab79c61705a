import type { UploadStream } from '../../shared/wire/upload';
import type { RunningUpload } from './runningUploads';
import type { UnfinishedUpload } from './unfinishedUploads';

/** One of this window, one that it began before it was reloaded, or any other of the service. */
export type Upload =
  | { readonly own: RunningUpload }
  | { readonly unfinished: UnfinishedUpload }
  | { readonly other: UploadStream };

/** What a row of the explorer stands for when it is an upload. */
export class UploadItem {
  constructor(readonly upload: Upload) {}
}

export function isUploadItem(value: unknown): value is UploadItem {
  return value instanceof UploadItem;
}
