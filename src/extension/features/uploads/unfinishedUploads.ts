import * as z from 'zod/mini';
import { records } from '../../../core/interface/records';
import { filePart } from '../../../core/interface/upload';
import type { Connection } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';
import { unfinishedKey } from './runningUploads';
import type { RunningUpload } from './runningUploads';
import { percentOf } from './uploadText';

/** An upload without a known outcome, with everything needed to resume it. */
export type UnfinishedUpload = Readonly<z.infer<typeof Unfinished>>;

/** Stores the unfinished uploads of a workspace for seven days, so that they survive a reload. Contains no key. */
export class UnfinishedUploads {
  constructor(private readonly memory: Memory) {}

  all(): readonly UnfinishedUpload[] {
    const stored = z.safeParse(records(Unfinished), this.memory.get(unfinishedKey)).data?.items ?? [];
    return stored.filter(({ at }) => Date.now() - at <= maxAge);
  }

  of(connection: Connection, account: string | undefined): readonly UnfinishedUpload[] {
    return this.all().filter(
      (upload) => upload.connection.name === connection.name && isAt(upload, connection, account),
    );
  }

  /** Stores the progress in whole percent: the platform knows the exact offset. */
  keep({ connection, account, upload }: RunningUpload): void {
    const { token, file, request, sent } = upload;
    if (token === undefined) return;
    const before = this.all().find((stored) => stored.token === token);
    if (before !== undefined && percentOf(before.sent, file.size) === percentOf(sent, file.size)) return;
    const { name, baseUrl } = connection;
    const { path, size, modified, beginning } = file;
    this.#write([
      ...this.#without(token),
      {
        token,
        connection: { name, baseUrl },
        account,
        at: Date.now(),
        file: { path, size, modified, beginning },
        request,
        sent,
        part: upload.part,
      },
    ]);
  }

  forget(token: string | undefined): void {
    if (token !== undefined && this.all().some((upload) => upload.token === token)) {
      this.#write(this.#without(token));
    }
  }

  #without(token: string): readonly UnfinishedUpload[] {
    return this.all().filter((upload) => upload.token !== token);
  }

  #write(uploads: readonly UnfinishedUpload[]): void {
    // Not awaited: the value can be read back immediately, and a failure has no remedy.
    void this.memory.update(unfinishedKey, uploads);
  }
}

/** Whether this is the platform of the upload: the address of a local one changes with each start. */
export function isAt(
  { connection: { baseUrl }, account: before }: UnfinishedUpload,
  connection: Connection,
  account: string | undefined,
): boolean {
  return baseUrl === connection.baseUrl || (before !== undefined && before === account);
}

/** Platforms delete streams that receive nothing for long. */
const maxAge = 7 * 24 * 60 * 60 * 1000;

const Unfinished = z.object({
  token: z.string(),
  connection: z.object({ name: z.string(), baseUrl: z.string() }),
  account: z.optional(z.string()),
  /** The time of the last progress, in epoch milliseconds. */
  at: z.number(),
  file: z.object({
    path: z.string(),
    size: z.number(),
    modified: z.number(),
    beginning: z.optional(filePart),
  }),
  request: z.object({
    fileName: z.string(),
    fileSize: z.number(),
    tableName: z.string(),
    format: z.enum(['ndjson', 'csv']),
    modified: z.optional(z.number()),
    beginning: z.optional(filePart),
  }),
  sent: z.number(),
  part: z.optional(filePart),
});
