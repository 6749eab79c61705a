import type { PlatformClient } from '../../../core/api/client';
import { writeGuarded } from '../../ui/writes/guardedWrite';
import type { GuardDeps } from '../../ui/writes/guardedWrite';
import { readAfterWrite } from '../../ui/writes/sendAndLog';
import type { Log } from '../../ui/log';
import type { DraftConflict } from './draftQuestions';
import type { Comparison, DraftToPublish } from './editableText';
import type { QueryTarget } from './queryTarget';
import { currentText, isDraft } from './storedQuery';
import type { Change, EditableRecord } from './storedQuery';
import { kindOf } from './textKinds';
import type { WorkingCopies } from './workingCopies';

export type PublishPlan =
  | { readonly kind: Comparison; readonly current: EditableRecord }
  | { readonly kind: 'deleted' };

/**
 * Reads the record again and determines the effect of publishing. To overwrite after a conflict, plan again with the
 * record that the user has seen as the base, so that a third change is detected too.
 */
export async function planPublish(
  client: PlatformClient,
  draft: DraftToPublish,
  signal?: AbortSignal,
): Promise<PublishPlan> {
  const kind = kindOf(draft);
  const current = await kind.read(client, draft.guid, signal);
  return current === undefined ? { kind: 'deleted' } : { kind: kind.compare(current, draft), current };
}

/** What the question about a conflict says. */
export function conflictOf(
  current: EditableRecord,
  draft: DraftToPublish,
  change: Change | undefined,
): DraftConflict {
  const { base } = draft;
  const isMergeable = base.query !== current.query && base.query !== currentText(draft);
  return { changes: kindOf(draft).conflict(current, draft), isMergeable, change };
}

export interface SendDeps extends GuardDeps {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly copies: Pick<WorkingCopies, 'open' | 'settle'>;
}

/** A draft on the record that the user has seen. */
export interface SeenDraft {
  readonly target: QueryTarget;
  readonly draft: DraftToPublish;
  readonly seen: EditableRecord;
}

/**
 * Sends a draft. Returns the new record; undefined if the one that the user has seen has changed since or the draft was
 * discarded: then nothing was sent.
 */
export async function sendDraft(
  deps: SendDeps,
  { target, draft, seen }: SeenDraft,
  operation?: string,
): Promise<EditableRecord | undefined> {
  const { platforms, copies, log, working } = deps;
  const { connection, address } = target;
  const kind = kindOf(draft);
  const { outcome } = await writeGuarded<EditableRecord>(deps, {
    ...{ connection, operation, name: seen.name },
    read: async (client, signal) => kind.read(client, draft.guid, signal),
    isUnchanged: async (now) => kind.isSame(now, seen) && isDraft(await copies.open(address)),
    send: async (client, signal) => {
      for (const request of kind.operations(seen, draft)) {
        await client.send(request, signal).catch((error: unknown) => {
          throw kind.explain(error, connection);
        });
      }
    },
  });
  if (outcome === 'conflict') return undefined;
  const client = await platforms.clientFor(connection);
  // The draft is published even if the record cannot be read again.
  const read = await readAfterWrite(log, async () =>
    working(async (signal) => kind.read(client, draft.guid, signal)),
  );
  const record = read ?? kind.published(seen, draft);
  await copies.settle(address, record, draft);
  return record;
}
