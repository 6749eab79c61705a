import { t } from '../../../core/base/localize';
import { diffLines } from '../../../core/project/textDiff';
import { connectionLabel } from '../../ui/connections/connection';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { named } from '../../ui/format/formatTimestamp';
import { withProgress } from '../../ui/prompts/progress';
import { oneByOne, runBulk } from '../../ui/writes/bulkFlow';
import type { BulkPlan } from '../../ui/writes/bulkFlow';
import type { ItemResult } from '../../ui/writes/bulkResults';
import type { ConfirmationDetail } from '../../ui/writes/sendAndLog';
import type { ShownQuery } from '../../ui/documents/queryUri';
import { confirmDiscard } from './draftQuestions';
import type { Ui } from '../../ui/openUi';
import type { RulesAccess, ScheduledQueriesAccess } from '../../ui/access';
import { groupedBy } from '../../../core/base/groupedBy';
import { askManyCommand } from './pickDrafts';
import type { ManyCommand } from './pickDrafts';
import { saveDocumentsOf } from './queryTarget';
import { compareDraft, problemOf, sendDraft } from './publisher';
import type { DraftToPublish } from './editableText';
import type { QueryTarget } from './queryTarget';
import { currentText, isDraft } from './storedQuery';
import type { EditableRecord, StoredQuery } from './storedQuery';
import { kindOf } from './textKinds';
import type { WorkingCopies } from './workingCopies';

interface ManyDraftsDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly copies: WorkingCopies;
  readonly scheduledQueries: Pick<ScheduledQueriesAccess, 'update' | 'reload'>;
  readonly rules: Pick<RulesAccess, 'reload' | 'written'>;
}

interface DraftTarget extends QueryTarget {
  readonly guid: string;
}

/** Asks what to do with several drafts, and does it, except to discard them. */
export async function actOnMany(deps: ManyDraftsDeps, drafts: readonly ShownQuery[]): Promise<ManyCommand> {
  const targets = reached(deps, drafts);
  const command = await askManyCommand(deps.ui.prompts, drafts.length, targets.length);
  if (command === 'discard') return command;
  for (const target of targets) await saveDocumentsOf(deps.copies, target);
  if (command === 'compare') await compareMany(deps, targets);
  // One question per platform, each of which can have its own lock and its own confirmation.
  else
    for (const some of groupedBy(targets, ({ connection }) => connection.name).values()) {
      await publishMany(deps, some);
    }
  return command;
}

/** Discards drafts after a question. What was saved while it was open stays a draft. */
export async function discardDrafts(deps: ManyDraftsDeps, drafts: readonly ShownQuery[]): Promise<void> {
  const { ui, copies } = deps;
  const seen = await Promise.all(
    drafts.map(async ({ address }) => copies.open(address).catch(() => undefined)),
  );
  const targets = reached(deps, drafts);
  const canCompare = drafts.length > 1 && targets.length > 0;
  await confirmDiscard(ui.prompts, drafts, canCompare ? [compareDetail(deps, targets)] : []);
  for (const [index, { address }] of drafts.entries()) {
    const content = seen[index];
    if (content !== undefined) await copies.discard(address, content);
  }
}

function reached({ platforms }: ManyDraftsDeps, drafts: readonly ShownQuery[]): readonly DraftTarget[] {
  return drafts.flatMap((draft) => {
    const connection = platforms.find(draft.address.connection);
    return connection === undefined ? [] : [{ ...draft, connection, guid: draft.address.guid }];
  });
}

function compareDetail(deps: ManyDraftsDeps, targets: readonly QueryTarget[]): ConfirmationDetail {
  return { label: t('Compare'), open: async () => compareMany(deps, targets) };
}

/** The question at the top covers the first lines of a document, which cannot be scrolled down. */
const belowQuestion = '\n'.repeat(6);

/** Shows all differences in one document. */
async function compareMany({ ui, copies }: ManyDraftsDeps, targets: readonly QueryTarget[]): Promise<void> {
  const diffs = await withProgress(t('Comparing drafts'), async (signal) => {
    const texts: string[] = [];
    for (const target of targets) {
      const stored = await copies.refresh(target.address, signal);
      if (isDraft(stored) && stored) texts.push(draftDiff(target, copies.recordOf(target.address), stored));
    }
    return texts;
  });
  const title = `${targets.length === 1 ? t('1 draft') : t('{0} drafts', targets.length)}.diff`;
  const name = targets[0]?.connection.name ?? '';
  await ui.documents.show(
    [name, 'drafts', new Date().toISOString(), title],
    `${belowQuestion}${diffs.join('\n\n')}\n`,
  );
}

/** The unchanged lines that are shown before and after a change. */
const context = 2;

/** What publishing a draft would change on its platform, in the notation of a patch. */
function draftDiff(
  { name, connection, address }: QueryTarget,
  record: EditableRecord | undefined,
  draft: StoredQuery,
): string {
  const kind = kindOf(address);
  const lines =
    record === undefined
      ? diffLines('', currentText(draft))
      : diffLines(
          kind.properties(record) + record.query,
          kind.properties(record, draft) + (draft.draft ?? record.query),
        );
  const isShown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some((line) => !line.startsWith(' ')),
  );
  const shown = lines.flatMap((line, index) => {
    if (isShown[index] === true) return [line];
    return isShown[index - 1] === true ? ['@@ … @@'] : [];
  });
  return [`--- ${name}: ${connectionLabel(connection)}`, `+++ ${name}: ${t('Your draft')}`, ...shown].join(
    '\n',
  );
}

/** What publishing a draft would do, or why it needs a question of its own. */
type Prepared =
  | { readonly draft: DraftToPublish; readonly current: EditableRecord; readonly isSame: boolean }
  | { readonly reason: string };

/** Publishes drafts of one connection after one question. Those that need a decision of their own stay drafts. */
async function publishMany(deps: ManyDraftsDeps, targets: readonly DraftTarget[]): Promise<void> {
  const [first] = targets;
  if (first === undefined) return;
  const reload = (connection: Connection): void => {
    deps.scheduledQueries.reload(connection);
    deps.rules.reload(connection);
  };
  const prepare = async (some: readonly DraftTarget[]) => {
    const plan = planOf(deps, some, await prepareAll(deps, some));
    return () => plan;
  };
  const { connection } = first;
  await runBulk({ ...deps, section: { reload } }, targets, { connection, kind: 'drafts', prepare });
}

function mustStay(prepared: Prepared | undefined): prepared is { readonly reason: string } {
  return prepared !== undefined && 'reason' in prepared;
}

type AllPrepared = ReadonlyMap<DraftTarget, Prepared>;

async function prepareAll(deps: ManyDraftsDeps, targets: readonly DraftTarget[]): Promise<AllPrepared> {
  return withProgress(t('Comparing drafts'), async (signal, report) => {
    const prepared = new Map<DraftTarget, Prepared>();
    for (const target of targets) {
      report({ message: t('{0} of {1}', prepared.size, targets.length) });
      prepared.set(target, await prepareOne(deps, target, signal));
    }
    return prepared;
  });
}

async function prepareOne(
  { platforms, copies }: ManyDraftsDeps,
  target: DraftTarget,
  signal: AbortSignal,
): Promise<Prepared> {
  const stored = await copies.open(target.address);
  if (stored === undefined || !isDraft(stored)) return { reason: t('it has no draft') };
  if (!copies.isOnCurrentPlatform(target.address, stored))
    return { reason: t('it was started on another platform') };
  const draft = { ...target.address, ...stored };
  const unreadable = kindOf(draft).unreadable?.(draft);
  if (unreadable !== undefined) return { reason: unreadable.text };
  const client = await platforms.clientFor(target.connection);
  const { comparison, current } = await compareDraft(client, draft, signal);
  if (comparison === 'deleted') return { reason: t('it was deleted on the platform') };
  if (comparison === 'conflict') return { reason: t('someone else changed it') };
  const problem = await problemOf(client, target, draft, signal);
  if (problem !== undefined) return { reason: problem.text };
  return { draft, current, isSame: comparison === 'same' };
}

function planOf(
  deps: ManyDraftsDeps,
  targets: readonly DraftTarget[],
  prepared: AllPrepared,
): BulkPlan<DraftTarget> {
  const staying = targets.flatMap((target) => {
    const found = prepared.get(target);
    return mustStay(found) ? [{ name: `${target.name}: ${found.reason}` }] : [];
  });
  const ready = targets.filter((target) => !mustStay(prepared.get(target)));
  return {
    action: 'publish',
    title: t('Publish Drafts'),
    question: {
      one: (name, location) => t('Publish {0} to {1}?', name, location),
      many: (count, location) =>
        staying.length === 0
          ? t('Publish {0} drafts to {1}?', count, location)
          : t('Publish {0} of {1} drafts to {2}?', ready.length, count, location),
    },
    detail: (max) =>
      [named(ready, max), ...(staying.length === 0 ? [] : [t('Stay drafts: {0}', named(staying, max))])].join(
        '\n\n',
      ),
    verb: t('Publish'),
    destructive: true,
    details: [compareDetail(deps, targets)],
    operations: (chunk) =>
      chunk.flatMap((target) => {
        const found = prepared.get(target);
        return found === undefined || mustStay(found) || found.isSame
          ? []
          : kindOf(found.draft).operations(found.current, found.draft);
      }),
    ...oneByOne(async (target, signal) => publishOne(deps, target, prepared.get(target), signal)),
  };
}

async function publishOne(
  deps: ManyDraftsDeps,
  target: DraftTarget,
  prepared: Prepared | undefined,
  signal: AbortSignal,
): Promise<ItemResult<DraftTarget>> {
  if (prepared === undefined || mustStay(prepared))
    return { item: target, outcome: 'rejected', reason: prepared?.reason };
  const { draft, current, isSame } = prepared;
  if (isSame) {
    await deps.copies.finishDraft(target.address, current, draft);
    await kindOf(target.address).showPublished(deps, target, current);
    return { item: target, outcome: 'unchanged' };
  }
  const sending = {
    ...deps,
    log: deps.ui.log,
    withProgress: async <R>(task: (signal: AbortSignal) => Promise<R>) => task(signal),
  };
  const result = await sendDraft(sending, { target, draft, seen: current }, { operation: undefined });
  if (result.outcome !== 'done')
    return { item: target, outcome: 'conflict', reason: t('someone else changed it') };
  await kindOf(target.address).showPublished(deps, target, result.record);
  return { item: target, outcome: 'done' };
}
