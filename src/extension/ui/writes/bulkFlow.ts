import type { Operation } from '../../../core/api/operation';
import { t } from '../../../core/base/localize';
import type { Connection, Platforms } from '../connections/connection';
import { connectionLabel } from '../connections/connection';
import type { DocumentAction } from '../documents/documentContents';
import { copyAction } from '../documents/readOnlyDocuments';
import { ExplainedError } from '../failures/failureText';
import { severalNamed } from '../format/formatTimestamp';
import { withProgress } from '../prompts/progress';
import { readSettings } from '../settings/settings';
import type { Ui } from '../openUi';
import {
  chunksOf,
  ofOutcome,
  reportCsv,
  reportRows,
  reportSentence,
  retriable,
  runInChunks,
} from './bulkResults';
import type { BulkAction, BulkTarget, ChunkStep, ItemResult } from './bulkResults';
import { showReport } from './writeReport';
import { confirmByName, confirmWithDetails, requestDetail, sendAndLog } from './sendAndLog';
import type { ConfirmationDetail } from './sendAndLog';

interface BulkDeps {
  readonly ui: Ui;
  readonly platforms: Pick<Platforms, 'ensureWritable'>;
  readonly section: { readonly reload: (connection: Connection) => void };
}

/** What one action asks, sends and offers afterwards. */
export interface BulkPlan<Target extends BulkTarget = BulkTarget> {
  readonly action: BulkAction;
  readonly title: string;
  /** The question for one object, by name, and for several, by number. */
  readonly question: {
    readonly one: (name: string, location: string) => string;
    readonly many: (count: number, location: string) => string;
  };
  /** The effects, with up to this many names in each list. */
  readonly detail: (maxNames?: number) => string;
  /** The label of the button that runs the action. */
  readonly verb: string;
  /** The label of the button that toggles whether the action is forced. */
  readonly toggleLabel?: string | undefined;
  /** Whether it cannot be undone and requires typing the name on production. */
  readonly destructive: boolean;
  /** The name to type on any platform, instead of the connection on production. */
  readonly lostName?: string | undefined;
  readonly chunkSize: number;
  /** What to view before deciding, besides names and requests. */
  readonly details?: readonly ConfirmationDetail[];
  /** The requests for a chunk. */
  readonly operations: (chunk: readonly Target[]) => readonly Operation<unknown>[];
  readonly step: ChunkStep<Target>;
  /** Undoes the action for the objects that were changed. */
  readonly undo?: { readonly label: string; readonly run: (done: readonly Target[]) => Promise<void> };
}

/** The plan of an action, forced or not. */
type Planning<Target extends BulkTarget> = (force: boolean) => BulkPlan<Target>;

export interface BulkCommand<Target extends BulkTarget> {
  readonly connection: Connection;
  /** The kind of the objects in logs, for example `rules`. */
  readonly kind: string;
  /** Reads what the plan depends on, because states change. */
  readonly prepare: (targets: readonly Target[]) => Planning<Target> | Promise<Planning<Target>>;
}

/** The steps of a plan whose requests change one object each. */
export function oneByOne<Target extends BulkTarget>(
  step: (target: Target, signal: AbortSignal) => Promise<ItemResult<Target>>,
): Pick<BulkPlan<Target>, 'chunkSize' | 'step'> {
  return {
    chunkSize: 1,
    step: async (chunk, signal) => Promise.all(chunk.map(async (target) => step(target, signal))),
  };
}

/** What the plans of *Enable* and *Disable* have in common. `many` asks for several objects. */
export function enablingPlan(
  enabled: boolean,
  title: string,
  targets: readonly BulkTarget[],
  many: BulkPlan['question']['many'],
): Pick<BulkPlan, 'action' | 'title' | 'question' | 'detail' | 'verb' | 'destructive'> {
  return {
    action: enabled ? 'enable' : 'disable',
    title,
    question: {
      one: (name, location) =>
        enabled ? t('Enable “{0}” on {1}?', name, location) : t('Disable “{0}” on {1}?', name, location),
      many,
    },
    detail: (max) => severalNamed(targets, max).join(''),
    verb: enabled ? t('Enable') : t('Disable'),
    destructive: false,
  };
}

/** Asks, runs the action, reports each result, and offers to continue with the rest. */
export async function runBulk<Target extends BulkTarget>(
  deps: BulkDeps,
  targets: readonly Target[],
  command: BulkCommand<Target>,
  force = false,
): Promise<void> {
  const { connection, kind } = command;
  await deps.platforms.ensureWritable(connection);
  const planFor = await command.prepare(targets);
  const { plan, forced } = await confirmPlan(deps, connection, targets, planFor, force);
  const { action } = plan;
  const results = await sendAndLog(
    deps.ui.log,
    { connection, operation: `${action} ${kind}`, names: targets.map(({ name }) => name) },
    async () => carryOut(deps, connection, targets, plan),
    (done) => done.map(({ outcome }) => outcome).join(', '),
  );
  const followUps = followUpsOf(plan, results, async (some, forceAll) =>
    runBulk(deps, some, command, forceAll || forced),
  );
  const report = { action, connection, results };
  await showReport(deps.ui, {
    ...{ connection, title: plan.title, sentence: reportSentence(report), rows: reportRows(report) },
    isComplete: ofOutcome(results, 'done', 'unchanged').length === results.length,
    actions: followUps,
    exports: [copyAction(t('Copy as CSV'), () => reportCsv(report))],
  });
}

/** A request without a response may have taken effect, so the tree is reloaded. */
async function carryOut<Target extends BulkTarget>(
  { section }: BulkDeps,
  connection: Connection,
  targets: readonly Target[],
  { title, step, chunkSize }: BulkPlan<Target>,
): Promise<readonly ItemResult<Target>[]> {
  let inDoubt = true;
  try {
    const results = await withProgress(title, async (signal, report) =>
      runInChunks(targets, step, { size: chunkSize, report }, signal),
    );
    inDoubt = retriable(results).length > 0;
    return results;
  } finally {
    if (inDoubt) section.reload(connection);
  }
}

async function confirmPlan<Target extends BulkTarget>(
  { ui }: BulkDeps,
  connection: Connection,
  targets: readonly Target[],
  planFor: Planning<Target>,
  force: boolean,
): Promise<{ readonly plan: BulkPlan<Target>; readonly forced: boolean }> {
  for (let forced = force; ; forced = !forced) {
    const plan = planFor(forced);
    const { toggleLabel } = plan;
    const response = await confirmWithDetails<'run' | 'toggle'>(ui.prompts, {
      message: questionOf(plan.question, connection, targets),
      detail: plan.detail(),
      buttons: [
        { label: plan.verb, value: 'run' },
        ...(toggleLabel === undefined ? [] : [{ label: toggleLabel, value: 'toggle' as const }]),
      ],
      details: [
        ...(plan.details ?? []),
        ...allNamesDetail(ui.documents, connection, plan),
        requestDetail(ui.documents, connection, () =>
          chunksOf(targets, plan.chunkSize).flatMap((chunk) => plan.operations(chunk)),
        ),
      ],
    });
    if (response === 'toggle') continue;
    if (plan.destructive) {
      const { title, lostName } = plan;
      await confirmByName(ui.prompts, connection, title, readSettings().confirmation, lostName);
    }
    return { plan, forced };
  }
}

/** The question names only some of many objects. */
function allNamesDetail<Target extends BulkTarget>(
  documents: BulkDeps['ui']['documents'],
  connection: Connection,
  { title, detail }: BulkPlan<Target>,
): readonly ConfirmationDetail[] {
  const all = detail(Infinity);
  if (all === detail()) return [];
  const timestamp = new Date().toISOString();
  const text = `${connectionLabel(connection)}${belowQuestion}${all.replaceAll('”, “', '”\n“')}\n`;
  const open = async (): Promise<void> =>
    documents.show([connection.name, 'confirmations', timestamp, `${title}.txt`], text);
  return [{ label: t('Show All'), open }];
}

/** The question at the top covers the first lines of a document, which cannot be scrolled down. */
const belowQuestion = '\n'.repeat(9);

/** Names the object and always the connection and environment. */
function questionOf(
  question: BulkPlan['question'],
  connection: Connection,
  targets: readonly BulkTarget[],
): string {
  const location = connectionLabel(connection);
  const [only, ...others] = targets;
  return only !== undefined && others.length === 0
    ? question.one(only.name, location)
    : question.many(targets.length, location);
}

function followUpsOf<Target extends BulkTarget>(
  { undo }: BulkPlan<Target>,
  results: readonly ItemResult<Target>[],
  again: (some: readonly Target[], force: boolean) => Promise<void>,
): readonly DocumentAction[] {
  const offers: readonly [label: string | undefined, some: readonly Target[], run: typeof again][] = [
    [undo?.label, ofOutcome(results, 'done'), async (done) => undo?.run(done)],
    [t('Retry Failed'), retriable(results), async (some) => again(some, false)],
    [t('Force Skipped'), ofOutcome(results, 'skipped'), async (some) => again(some, true)],
  ];
  return offers.flatMap(([label, some, run]) =>
    label === undefined || some.length === 0 ? [] : [once({ label, run: async () => run(some, false) })],
  );
}

/** An action that can be repeated only if it was canceled or has failed: its document stays open. */
function once({ label, run }: DocumentAction): DocumentAction {
  let used = false;
  return {
    label,
    run: async () => {
      if (used) throw new ExplainedError(t('“{0}” was already done for these results.', label));
      used = true;
      try {
        await run();
      } catch (error) {
        used = false;
        throw error;
      }
    },
  };
}
