import type { UploadStream } from '../../shared/wire/upload';
import type { RunningUpload } from './runningUploads';
import type { UnfinishedUpload } from './unfinishedUploads';

/** An upload of this window, one from before its reload, or any other on the platform. */
export type Upload =
  | { readonly own: RunningUpload }
  | { readonly unfinished: UnfinishedUpload }
  | { readonly other: UploadStream };

/** The value of an upload row. */
export class UploadItem {
  constructor(readonly upload: Upload) {}
}

export function isUploadItem(value: unknown): value is UploadItem {
  return value instanceof UploadItem;
}
