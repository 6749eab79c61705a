import { findScheduledQueries } from '../../api/findScheduledQuery';
import type { ScheduledQueryReader } from '../../api/findScheduledQuery';
import type { Operation } from '../../api/operation';
import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import { connectionLabel } from '../../ui/connections/connection';
import { confirmByName, confirmWithDetails, requestDetail } from '../../ui/writes/confirmWrite';
import { recordWrite } from '../../ui/writes/recordWrite';
import { withProgress } from '../../ui/prompts/progress';
import { readSettings } from '../../ui/settings/settings';
import type { DocumentAction } from '../../ui/documents/documentSource';
import { copyAction } from '../../ui/documents/readOnlyDocuments';
import type { ActionDeps } from './actionDeps';
import {
  reportCsv,
  reportSentence,
  reportText,
  guidsOf,
  ofOutcome,
  chunksOf,
  runInChunks,
} from './bulkResults';
import type { BulkReport, BulkAction, ItemResult, Records, Target, ChunkStep } from './bulkResults';
import { GuidMap, GuidSet } from '../../shared/wire/guid';

/** The queries of one connection that an action applies to. */
export interface BulkSubject {
  readonly connection: Connection;
  readonly targets: readonly Target[];
  /** The current records of the targets, without deleted ones. */
  readonly queries: readonly ScheduledQuery[];
  /** All schedules, because an action may affect others. */
  readonly all: readonly ScheduledQuery[];
}

/** What one action asks, sends and offers afterwards. */
export interface BulkPlan {
  readonly action: BulkAction;
  readonly title: string;
  /** The question for one query, by name, and for several, by number. */
  readonly question: {
    readonly one: (name: string, location: string) => string;
    readonly many: (count: number, location: string) => string;
  };
  readonly detail: string;
  /** The label of the button that runs the action. */
  readonly verb: string;
  /** The label of the button that toggles whether the action is forced. */
  readonly toggleLabel?: string | undefined;
  /** Whether it cannot be undone and requires typing the name on production. */
  readonly destructive: boolean;
  readonly chunkSize: number;
  /** The requests for a chunk. */
  readonly operations: (chunk: readonly Target[]) => readonly Operation<unknown>[];
  readonly step: ChunkStep;
  /** Undoes the action for the queries that were changed. */
  readonly undo?: { readonly label: string; readonly run: (done: readonly Target[]) => Promise<void> };
}

export interface BulkCommand {
  readonly plan: (subject: BulkSubject, force: boolean) => BulkPlan;
  /** All schedules, if they are known; otherwise they are read, because states and chains change. */
  readonly known?: readonly ScheduledQuery[];
}

/** Asks, runs the action, reports each result, and offers to continue with the rest. */
export async function runBulk(
  deps: ActionDeps,
  connection: Connection,
  targets: readonly Target[],
  command: BulkCommand,
  force = false,
): Promise<void> {
  await deps.platforms.ensureWritable(connection);
  const all = command.known ?? (await readAll(deps, connection));
  const subject = { connection, targets, queries: recordsOf(all, targets), all };
  const { plan, forced } = await confirmPlan(deps, subject, command, force);
  const { action } = plan;
  const results = await recordWrite(
    deps.ui.log,
    { connection, operation: `${action} scheduled queries`, names: targets.map(({ name }) => name) },
    async () => carryOut(deps, subject, plan),
    (done) => done.map(({ outcome }) => outcome).join(', '),
  );
  const followUps = followUpsOf(plan, results, async (some, forceAll) =>
    runBulk(deps, connection, some, command, forceAll || forced),
  );
  await showResult(deps, plan.title, followUps, { action, connection, results });
}

export async function readAll(
  { platforms }: ActionDeps,
  connection: Connection,
): Promise<readonly ScheduledQuery[]> {
  const client = await platforms.clientFor(connection);
  const { items } = await withProgress(
    t('Reading the scheduled queries of {0}', connection.name),
    async (signal) => client.scheduledQueries({}, signal),
  );
  return items;
}

/** The records of these queries, without deleted ones. */
export function recordsOf(
  all: readonly ScheduledQuery[],
  targets: readonly Target[],
): readonly ScheduledQuery[] {
  const wanted = new GuidSet(guidsOf(targets));
  return all.filter(({ guid }) => wanted.has(guid));
}

/** Reads the current records. */
export async function readRecords(
  client: ScheduledQueryReader,
  guids: readonly string[],
  signal?: AbortSignal,
): Promise<Records> {
  const records = await findScheduledQueries(client, guids, signal);
  return new GuidMap(records.map((record) => [record.guid, record]));
}

/** A request without a response may have taken effect, so the tree is reloaded. */
async function carryOut(
  { section }: ActionDeps,
  { connection, targets }: BulkSubject,
  { title, step, chunkSize }: BulkPlan,
): Promise<readonly ItemResult[]> {
  let inDoubt = true;
  try {
    const results = await withProgress(title, async (signal, report) =>
      runInChunks(targets, step, { size: chunkSize, report }, signal),
    );
    inDoubt = ofOutcome(results, 'failed', 'unknown').length > 0;
    return results;
  } finally {
    if (inDoubt) section.reload(connection);
  }
}

async function confirmPlan(
  { ui }: ActionDeps,
  subject: BulkSubject,
  command: BulkCommand,
  force: boolean,
): Promise<{ readonly plan: BulkPlan; readonly forced: boolean }> {
  const { connection, targets } = subject;
  for (let forced = force; ; forced = !forced) {
    const plan = command.plan(subject, forced);
    const { toggleLabel } = plan;
    const response = await confirmWithDetails<'run' | 'toggle'>(ui.prompts, {
      message: questionOf(plan, subject),
      detail: plan.detail,
      buttons: [
        { label: plan.verb, value: 'run' },
        ...(toggleLabel === undefined ? [] : [{ label: toggleLabel, value: 'toggle' as const }]),
      ],
      details: [
        requestDetail(ui.documents, connection, () =>
          chunksOf(targets, plan.chunkSize).flatMap((chunk) => plan.operations(chunk)),
        ),
      ],
    });
    if (response === 'toggle') continue;
    if (plan.destructive)
      await confirmByName(ui.prompts, connection, plan.title, readSettings().confirmation);
    return { plan, forced };
  }
}

/** Names the queries and always the connection and environment. */
function questionOf({ question }: BulkPlan, { connection, targets }: BulkSubject): string {
  const location = connectionLabel(connection);
  const [only, ...others] = targets;
  return only !== undefined && others.length === 0
    ? question.one(only.name, location)
    : question.many(targets.length, location);
}

async function showResult(
  { ui: { prompts, documents } }: ActionDeps,
  title: string,
  followUps: readonly DocumentAction[],
  report: BulkReport,
): Promise<void> {
  const at = new Date();
  const showResults: DocumentAction = {
    label: t('Show Results'),
    run: async () =>
      documents.show(
        [report.connection.name, 'results', at.toISOString(), `${title}.txt`],
        reportText(report, at),
        [...followUps, copyAction(t('Copy as CSV'), () => reportCsv(report))],
      ),
  };
  const clean = report.results.every(({ outcome }) => outcome === 'done' || outcome === 'unchanged');
  const selected = await prompts.notify({
    severity: clean ? 'information' : 'warning',
    message: reportSentence(report),
    buttons: [showResults, ...followUps].map((action) => ({ label: action.label, value: action })),
  });
  await selected?.run();
}

function followUpsOf(
  { undo }: BulkPlan,
  results: readonly ItemResult[],
  again: (some: readonly Target[], force: boolean) => Promise<void>,
): readonly DocumentAction[] {
  const offers: readonly [label: string | undefined, some: readonly Target[], run: typeof again][] = [
    [undo?.label, ofOutcome(results, 'done'), async (done) => undo?.run(done)],
    [
      t('Retry Failed'),
      ofOutcome(results, 'failed', 'unknown', 'unsent'),
      async (some) => again(some, false),
    ],
    [t('Force Skipped'), ofOutcome(results, 'running'), async (some) => again(some, true)],
  ];
  return offers.flatMap(([label, some, run]) =>
    label === undefined || some.length === 0 ? [] : [{ label, run: async () => run(some, false) }],
  );
}
