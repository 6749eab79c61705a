import type { PlatformClient } from '../../../core/api/client';
import type { Operation } from '../../../core/api/operation';
import { t } from '../../../core/base/localize';
import { connectionLabel } from '../connections/connection';
import type { Connection, Platforms } from '../connections/connection';
import type { ReadOnlyDocuments } from '../documents/readOnlyDocuments';
import type { Log } from '../log';
import { writeGuarded } from './guardedWrite';
import { CanceledError } from '../prompts/canceled';
import type { Prompts } from '../prompts/prompts';
import type { Settings } from '../settings/settingsValues';
import {
  confirmByName,
  confirmWithDetails,
  requestDetail,
  isUnknownOutcome,
  readAfterWrite,
} from './sendAndLog';

/** Where something is copied to. */
export interface CopyTarget {
  readonly connection: Connection;
  readonly target: PlatformClient;
  readonly prompts: Prompts;
  readonly documents: ReadOnlyDocuments;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly confirmation: Settings['confirmation'];
  /** Shows the progress of a task. */
  readonly working: <Result>(task: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
  /** Asks to unlock writes if they are locked: only before something is sent, because comparing only reads. */
  readonly platforms: Pick<Platforms, 'ensureWritable' | 'clientFor'>;
}

/** A copy of something that may exist on the target already. */
export interface Copy<Existing extends { readonly name: string; readonly enabled: boolean }> {
  /** What is overwritten, for the log. */
  readonly kind: string;
  /** What has its name on the target. */
  readonly find: (signal: AbortSignal) => Promise<Existing | undefined>;
  /** Asks and creates it; false to begin again, for example after a rejection. */
  readonly create: () => Promise<boolean>;
  /** The labels of what differs from the copy. */
  readonly differences: (current: Existing) => readonly string[];
  /** Opens a comparison with what exists. */
  readonly compare: (current: Existing) => Promise<void>;
  /** The request that overwrites it. */
  readonly write: (current: Existing) => Operation<unknown>;
  /** Whether it is still as it was compared. */
  readonly isSame: (current: Existing, now: Existing) => boolean;
  readonly read: (current: Existing, signal?: AbortSignal) => Promise<Existing | undefined>;
  /** Shows what was overwritten; undefined if it is not known what it is like now. */
  readonly updated: (record: Existing | undefined) => Promise<void>;
  /** Reports what was done. */
  readonly report?: (current: Existing, message: string) => Promise<unknown>;
}

/** Creates a copy on another connection, or overwrites what has its name after a comparison. */
export async function copyOnto<Existing extends { readonly name: string; readonly enabled: boolean }>(
  target: CopyTarget,
  copy: Copy<Existing>,
): Promise<void> {
  for (;;) {
    const current = await target.working(copy.find);
    if (current === undefined) {
      if (await copy.create()) return;
      continue;
    }
    if (copy.differences(current).length === 0) {
      await target.prompts.notify({
        message: t(
          '{0}: “{1}” already exists with the same content. Nothing was sent.',
          target.connection.name,
          current.name,
        ),
      });
      return;
    }
    await copy.compare(current);
    await confirmOverwrite(target, copy, current);
    if (await overwrite(target, copy, current)) return;
  }
}

/** At the top of the window, because a dialog would cover the comparison. */
async function confirmOverwrite<Existing extends { readonly name: string; readonly enabled: boolean }>(
  { prompts, documents, connection, confirmation }: CopyTarget,
  copy: Copy<Existing>,
  current: Existing,
): Promise<void> {
  const message = t('Overwrite “{0}” on {1}?', current.name, connectionLabel(connection));
  const differences = copy.differences(current).join(', ');
  const confirmed = await confirmWithDetails(prompts, {
    message,
    detail: current.enabled
      ? t('Different: {0}. It stays enabled.', differences)
      : t('Different: {0}. It stays disabled.', differences),
    buttons: [
      { label: t('Overwrite'), value: true },
      { label: t('Cancel'), value: false },
    ],
    details: [requestDetail(documents, connection, () => [copy.write(current)])],
    isDetailOpen: true,
  });
  if (!confirmed) throw new CanceledError();
  await confirmByName(prompts, connection, message, confirmation);
}

/** False if it was changed or deleted since it was compared. */
async function overwrite<Existing extends { readonly name: string; readonly enabled: boolean }>(
  target: CopyTarget,
  copy: Copy<Existing>,
  current: Existing,
): Promise<boolean> {
  const { connection, prompts, log } = target;
  const { outcome } = await writeGuarded<Existing>(target, {
    ...{ connection, operation: `overwrite ${copy.kind}`, name: current.name },
    read: async (_client, signal) => copy.read(current, signal),
    isUnchanged: (now) => copy.isSame(current, now),
    send: async (client, signal) => client.send(copy.write(current), signal),
  }).catch(async (error: unknown) => {
    if (isUnknownOutcome(error)) await copy.updated(undefined);
    throw error;
  });
  if (outcome === 'conflict') {
    // Not awaited, so that the next question opens immediately.
    void prompts.notify({
      severity: 'warning',
      message: t(
        '“{0}” on {1} was changed by someone else in the meantime. Nothing was applied.',
        current.name,
        connectionLabel(connection),
      ),
    });
    return false;
  }
  await copy.updated(await readAfterWrite(log, async () => copy.read(current)));
  const message = t('{0}: “{1}” was overwritten.', connection.name, current.name);
  await (copy.report?.(current, message) ?? prompts.notify({ message }));
  return true;
}
