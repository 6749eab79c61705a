import { sendGuarded } from '../../../core/api/guardedWrite';
import type { GuardedResult, GuardedWrite, Outcome } from '../../../core/api/guardedWrite';
import type { Connection, Platforms } from '../connections/connection';
import type { Log } from '../log';
import { sendAndLog, sendWrite } from './sendAndLog';

/** A write of a record that the user has seen, with the question before it. */
export interface UserWrite<Existing, Choice = never> extends GuardedWrite<Existing> {
  readonly connection: Connection;
  readonly name: string;
  /** In the log, for example `update scheduled query`; undefined if the result is logged with others. */
  readonly operation: string | undefined;
  /** Asks whether to send it: undefined to send it, otherwise what the user wants instead. */
  readonly ask?: () => Promise<Choice | undefined>;
}

export interface GuardDeps {
  readonly platforms: Pick<Platforms, 'ensureWritable' | 'clientFor'>;
  readonly log: Pick<Log, 'info'>;
  /** Runs requests, with progress if it is not shown already. */
  readonly withProgress: <Result>(task: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
}

export type UserWriteResult<Existing, Choice = never> =
  | GuardedResult<Existing>
  | { readonly outcome: Extract<Outcome, 'skipped'>; readonly choice: Choice };

/** Asks, reads the record again, and sends the write only if the record is still what the user has seen. */
export async function writeGuarded<Existing, Choice = never>(
  { platforms, log, withProgress }: GuardDeps,
  write: UserWrite<Existing, Choice>,
): Promise<UserWriteResult<Existing, Choice>> {
  const { connection, name, operation } = write;
  const choice = await write.ask?.();
  if (choice !== undefined) return { outcome: 'skipped', choice };
  // Before the comparison, so that no question is open between it and the write.
  await platforms.ensureWritable(connection);
  const client = await platforms.clientFor(connection);
  return withProgress(async (signal) =>
    sendGuarded(
      client,
      {
        ...write,
        send: async () => {
          const send = async (): Promise<unknown> => write.send(client, signal);
          await (operation === undefined
            ? sendWrite(send)
            : sendAndLog(log, { connection, operation, names: [name] }, send));
        },
      },
      signal,
    ),
  );
}
