import type { Operation } from '../../api/operation';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { confirmByName, confirmWithDetails, requestDetail } from '../../ui/writes/confirmWrite';
import { recordWrite } from '../../ui/writes/recordWrite';
import { withProgress } from '../../ui/prompts/progress';
import type { DocumentAction } from '../../ui/documents/documentSource';
import { copyAction } from '../../ui/documents/readOnlyDocuments';
import type { ActionDeps } from './actionDeps';
import { reportCsv, reportSentence, reportText } from './bulkReport';
import type { BulkReport } from './bulkReport';
import { ofOutcome } from './bulkResults';
import type { BulkAction, ItemResult, Target } from './bulkResults';
import { runInChunks } from './runInChunks';
import type { ChunkStep } from './runInChunks';

/** One action on several queries of one connection, without the way it is sent. */
export interface BulkPlan {
  readonly action: BulkAction;
  readonly connection: Connection;
  readonly targets: readonly Target[];
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  /** The label of the button that runs the action. */
  readonly verb: string;
  /** The label of the button that toggles whether running queries are skipped; see `toggle`. */
  readonly toggleLabel?: string | undefined;
  /** Whether it cannot be undone and requires typing the name on production. */
  readonly destructive: boolean;
  readonly chunkSize: number;
  readonly operations: () => readonly Operation<unknown>[];
  readonly step: ChunkStep;
  readonly toggle?: (() => Promise<BulkPlan>) | undefined;
  /** Undoes the action for the queries that were changed. */
  readonly undo?: { readonly label: string; readonly run: (done: readonly Target[]) => Promise<void> };
  /** Repeats the action for some of them, forced or not. */
  readonly again: (targets: readonly Target[], force: boolean) => Promise<void>;
}

/** Asks, runs the action, reports each result, and offers to continue with the rest. */
export async function runBulkPlan(deps: ActionDeps, initial: BulkPlan): Promise<void> {
  const plan = await confirmPlan(deps, initial);
  const { connection, action, targets } = plan;
  await deps.platforms.ensureWritable(connection);
  const receipt = {
    connection,
    operation: `${action} scheduled queries`,
    names: targets.map(({ name }) => name),
  };
  const results = await recordWrite(
    deps.ui.log,
    receipt,
    async () => carryOut(deps, plan),
    (done) => done.map(({ outcome }) => outcome).join(', '),
  );
  await showResult(deps, plan, { action, connection, results });
}

/** A request without a response may have taken effect, so the tree is reloaded. */
async function carryOut({ section }: ActionDeps, plan: BulkPlan): Promise<readonly ItemResult[]> {
  const { connection, targets, step, chunkSize: size } = plan;
  let inDoubt = true;
  try {
    const results = await withProgress(plan.title, async (signal, report) =>
      runInChunks(targets, step, { size, report }, signal),
    );
    inDoubt = ofOutcome(results, 'failed', 'unknown').length > 0;
    return results;
  } finally {
    if (inDoubt) section.reload(connection);
  }
}

async function confirmPlan(deps: ActionDeps, initial: BulkPlan): Promise<BulkPlan> {
  const { prompts, documents } = deps.ui;
  let plan = initial;
  while ((await askPlan()) === 'toggle') plan = (await plan.toggle?.()) ?? plan;
  if (plan.destructive) {
    await confirmByName(prompts, plan.connection, plan.title, deps.readSettings().confirmation);
  }
  return plan;

  async function askPlan(): Promise<'go' | 'toggle'> {
    const { message, detail, verb, toggleLabel, connection } = plan;
    return confirmWithDetails<'go' | 'toggle'>(prompts, {
      message,
      detail,
      buttons: [
        { label: verb, value: 'go' },
        ...(toggleLabel === undefined ? [] : [{ label: toggleLabel, value: 'toggle' as const }]),
      ],
      details: [requestDetail(documents, connection, () => plan.operations())],
    });
  }
}

async function showResult(deps: ActionDeps, plan: BulkPlan, report: BulkReport): Promise<void> {
  const { prompts, documents } = deps.ui;
  const at = new Date();
  const followUps = followUpsOf(plan, report.results);
  const showResults: DocumentAction = {
    label: t('Show Results'),
    run: async () =>
      documents.show(
        [plan.connection.name, 'results', at.toISOString(), `${plan.title}.txt`],
        reportText(report, at),
        [...followUps, copyAction(t('Copy as CSV'), () => reportCsv(report))],
      ),
  };
  const clean = report.results.every(({ outcome }) => outcome === 'done' || outcome === 'unchanged');
  const chosen = await prompts.notify({
    severity: clean ? 'information' : 'warning',
    message: reportSentence(report),
    buttons: [showResults, ...followUps].map((action) => ({ label: action.label, value: action })),
  });
  await chosen?.run();
}

function followUpsOf(plan: BulkPlan, results: readonly ItemResult[]): readonly DocumentAction[] {
  const failed = ofOutcome(results, 'failed', 'unknown', 'unsent');
  const skipped = ofOutcome(results, 'running');
  const done = ofOutcome(results, 'done');
  const { undo } = plan;
  return [
    ...(undo === undefined || done.length === 0
      ? []
      : [{ label: undo.label, run: async () => undo.run(done) }]),
    ...(failed.length === 0
      ? []
      : [{ label: t('Retry Failed'), run: async () => plan.again(failed, false) }]),
    ...(skipped.length === 0
      ? []
      : [{ label: t('Force Skipped'), run: async () => plan.again(skipped, true) }]),
  ];
}
