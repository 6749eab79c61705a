import type { PlatformClient } from '../../../core/api/client';
import type { Outcome } from '../../../core/api/outcome';
import type { Connection, Platforms } from '../connections/connection';
import type { Log } from '../log';
import { sendAndLog, sendWrite } from './sendAndLog';

/** A write of a record that the user has seen, and may have been asked about. */
export interface GuardedWrite<Existing> {
  readonly connection: Connection;
  readonly name: string;
  /** In the log, for example `update scheduled query`; undefined if the result is logged with others. */
  readonly operation: string | undefined;
  /** The record as it is now; undefined if it does not exist. */
  readonly read: (client: PlatformClient, signal: AbortSignal) => Promise<Existing | undefined>;
  /** Whether what the write is based on is still as the user has seen it. */
  readonly isUnchanged: (now: Existing) => boolean | Promise<boolean>;
  readonly send: (client: PlatformClient, signal: AbortSignal) => Promise<unknown>;
}

export interface GuardDeps {
  readonly platforms: Pick<Platforms, 'ensureWritable' | 'clientFor'>;
  readonly log: Pick<Log, 'info'>;
  /** Runs requests, with progress if it is not shown already. */
  readonly working: <Result>(task: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
}

export type GuardedResult<Existing> =
  | { readonly outcome: Extract<Outcome, 'done'> }
  /** Nothing was sent. Without a record if it was deleted. */
  | { readonly outcome: Extract<Outcome, 'conflict'>; readonly current: Existing | undefined };

/** Reads the record again, and sends the write only if it is still what the user has seen. */
export async function writeGuarded<Existing>(
  { platforms, log, working }: GuardDeps,
  write: GuardedWrite<Existing>,
): Promise<GuardedResult<Existing>> {
  const { connection, name, operation } = write;
  // Before the comparison, so that no question is open between it and the write.
  await platforms.ensureWritable(connection);
  const client = await platforms.clientFor(connection);
  const current = await working(async (signal) => write.read(client, signal));
  if (current === undefined || !(await write.isUnchanged(current))) return { outcome: 'conflict', current };
  const send = async (): Promise<unknown> => working(async (signal) => write.send(client, signal));
  await (operation === undefined
    ? sendWrite(send)
    : sendAndLog(log, { connection, operation, names: [name] }, send));
  return { outcome: 'done' };
}
