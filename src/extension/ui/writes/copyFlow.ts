import type { PlatformClient } from '../../../core/api/client';
import type { Operation } from '../../../core/api/operation';
import { t } from '../../../core/base/localize';
import { connectionLabel } from '../connections/connection';
import type { Connection } from '../connections/connection';
import type { ReadOnlyDocuments } from '../documents/readOnlyDocuments';
import type { Log } from '../log';
import { writeGuarded } from './guardedWrite';
import type { GuardDeps } from './guardedWrite';
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

/** Where something is copied to. Writes are unlocked only before something is sent, because comparing only reads. */
export interface CopyTarget extends GuardDeps {
  readonly connection: Connection;
  readonly target: PlatformClient;
  readonly prompts: Prompts;
  readonly documents: ReadOnlyDocuments;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly confirmation: Settings['confirmation'];
  /** Opens a comparison. */
  readonly compare: (texts: ComparedTexts) => Promise<void>;
}

/** What exists on a connection, and what would overwrite it. */
export interface ComparedTexts {
  readonly guid: string;
  /** With the extension of the file. */
  readonly file: string;
  readonly current: string;
  readonly copy: string;
}

/** A record that a copy can overwrite. */
interface Copied {
  readonly name: string;
  readonly enabled: boolean;
}

/** A copy of something that may exist on the target already. */
export interface Copy<Existing extends Copied> {
  /** What is overwritten, for the log. */
  readonly kind: string;
  /** What has its name on the target. */
  readonly find: (signal: AbortSignal) => Promise<Existing | undefined>;
  /** Asks and creates it; false to begin again, for example after a rejection. */
  readonly create: () => Promise<boolean>;
  /** The labels of what differs from the copy. */
  readonly differences: (current: Existing) => readonly string[];
  readonly texts: (current: Existing) => ComparedTexts;
  /** The request that overwrites it. */
  readonly write: (current: Existing) => Operation<unknown>;
  /** Whether it is still as it was compared. */
  readonly isSame: (current: Existing, now: Existing) => boolean;
  readonly read: (current: Existing, signal?: AbortSignal) => Promise<Existing | undefined>;
  /** Shows what was overwritten; undefined if it is not known what it is like now. */
  readonly updated: (record: Existing | undefined) => Promise<void>;
  /** Reports what was done. */
  readonly report: (current: Existing, message: string) => Promise<unknown>;
}

/** Creates a copy on another connection, or overwrites what has its name after a comparison. */
export async function copyOnto<Existing extends Copied>(
  target: CopyTarget,
  copy: Copy<Existing>,
): Promise<void> {
  const { connection, prompts } = target;
  for (;;) {
    const current = await target.withProgress(copy.find);
    if (current === undefined) {
      if (await copy.create()) return;
      continue;
    }
    const { name } = current;
    if (copy.differences(current).length === 0) {
      const message = t(
        '{0}: “{1}” already exists with the same content. Nothing was sent.',
        connection.name,
        name,
      );
      await prompts.notify({ message });
      return;
    }
    await target.compare(copy.texts(current));
    if (await overwrite(target, copy, current)) return;
    const where = connectionLabel(connection);
    // Not awaited, so that the next question opens immediately.
    void prompts.notify({
      severity: 'warning',
      message: t(
        '“{0}” on {1} was changed by someone else in the meantime. Nothing was applied.',
        name,
        where,
      ),
    });
  }
}

/** False if it was changed or deleted since it was compared. */
async function overwrite<Existing extends Copied>(
  target: CopyTarget,
  copy: Copy<Existing>,
  current: Existing,
): Promise<boolean> {
  const { connection, log } = target;
  const { outcome } = await writeGuarded<Existing>(target, {
    ...{ connection, operation: `overwrite ${copy.kind}`, name: current.name },
    ask: async () => confirmOverwrite(target, copy, current),
    read: async (_client, signal) => copy.read(current, signal),
    isUnchanged: (now) => copy.isSame(current, now),
    send: async (client, signal) => client.send(copy.write(current), signal),
  }).catch(async (error: unknown) => {
    if (isUnknownOutcome(error)) await copy.updated(undefined);
    throw error;
  });
  if (outcome === 'conflict') return false;
  await copy.updated(await readAfterWrite(log, async () => copy.read(current)));
  await copy.report(current, t('{0}: “{1}” was overwritten.', connection.name, current.name));
  return true;
}

/** At the top of the window, because a dialog would cover the comparison. */
async function confirmOverwrite<Existing extends Copied>(
  { prompts, documents, connection, confirmation }: CopyTarget,
  copy: Copy<Existing>,
  current: Existing,
): Promise<undefined> {
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
