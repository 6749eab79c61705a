import { actionsOf } from '../../code/actions';
import type { ActionResult } from '../../code/applyActions';
import { applyAndNote } from '../../code/keepLock';
import type { Action, PlanItem } from '../../code/plan';
import { t } from '../../shared/localize';
import { withProgress } from '../../ui/prompts/progress';
import { writeReceipt } from '../../ui/writes/recordWrite';
import { receiptOf, tellResults } from './applyReport';
import { chooseFiles, chooseProject, compareNow } from './chosenProject';
import type { CodeDeps } from './codeDeps';
import type { ComparedProject, OpenProject } from './openProject';
import { groupOf } from './planGroups';
import { planText } from '../../code/planText';
import { applyButtons, applyDetail, nothingToApplyText } from './applyQuestion';
import { confirmByName, confirmWithDetails } from '../../ui/writes/confirmWrite';
import type { ConfirmationDetail } from '../../ui/writes/confirmWrite';
import { readSettings } from '../../ui/settings/settings';

/** *Apply…*: writes the files to the platform, except for conflicts. */
export async function applyProject(deps: CodeDeps, given: readonly unknown[]): Promise<void> {
  const project = await chooseProject(deps, given, t('Apply'));
  await apply(deps, project, (item) => groupOf(item) === 'toApply');
}

/** *Apply* on selected files: they overwrite changes on the platform. */
export async function applyFiles(deps: CodeDeps, given: readonly unknown[]): Promise<void> {
  const { project, paths } = await chooseFiles(deps, given);
  const isChosen = (path: string): boolean => paths.includes(path);
  await apply(deps, project, (item) => isChosen(item.path) && groupOf(item) !== undefined, isChosen);
}

/** Selected files overwrite changes on the platform. */
async function apply(
  deps: CodeDeps,
  project: OpenProject,
  isAsked: (item: PlanItem) => boolean,
  isChosen?: (path: string) => boolean,
): Promise<void> {
  const compared = await compareNow(project);
  const items = compared.plan.items.filter(isAsked);
  const prune = items.length > 0 && (await confirmApply(deps, compared, items));
  const actions = actionsOf(compared.plan, { prune, overwrite: isChosen !== undefined }, isChosen);
  // A file that was only renamed is saved to the lock file, although nothing changes on the platform.
  const results =
    actions.length === 0 ? [] : await project.during(async () => perform(deps, project, compared, actions));
  if (results.length === 0) {
    const message = nothingToApplyText(compared.label, compared.plan);
    await deps.ui.prompts.notify({ severity: 'information', message });
    return;
  }
  deps.scheduledQueries.reload(compared.connection);
  const again = async (): Promise<void> => applyProject(deps, [project.uri]);
  await tellResults(deps.ui, compared, results, again);
}

/** Sequential: each query has its receipt and lock entry before the next one is applied. */
async function perform(
  { platforms, ui }: CodeDeps,
  { folder }: OpenProject,
  { plan, connection, label }: ComparedProject,
  actions: readonly Action[],
): Promise<readonly ActionResult[]> {
  const client = await platforms.clientFor(connection);
  const writes = actions.filter(({ kind }) => kind !== 'adopt').length;
  return withProgress(t('Applying to {0}', label), async (signal, report) => {
    const results: ActionResult[] = [];
    for await (const result of applyAndNote(client, folder, plan, actions, signal)) {
      const { kind, name } = result.action;
      if (kind === 'adopt') continue;
      results.push(result);
      const operation = `${kind} scheduled query`;
      writeReceipt(ui.log, { connection, operation, names: [name], result: receiptOf(result) });
      report({ message: t('{0} of {1}', results.length, writes), percent: (100 * results.length) / writes });
    }
    return results;
  });
}

/** Asks for a confirmation on an unlocked platform. Returns whether records are deleted too. */
async function confirmApply(
  { ui, platforms }: CodeDeps,
  compared: ComparedProject,
  items: readonly PlanItem[],
): Promise<boolean> {
  const { connection, label } = compared;
  const [only] = items;
  const message =
    only !== undefined && items.length === 1
      ? t('Apply “{0}” to {1}?', only.name, label)
      : t('Apply {0} scheduled queries to {1}?', items.length, label);
  await platforms.ensureWritable(connection);
  const prune = await confirmWithDetails(ui.prompts, {
    message,
    detail: applyDetail(compared.plan, items),
    buttons: applyButtons(items),
    details: [planDetail(ui, compared, items)],
  });
  await confirmByName(ui.prompts, connection, message, readSettings().confirmation);
  return prune;
}

function planDetail(
  { documents }: CodeDeps['ui'],
  { plan, platform, connection, label }: ComparedProject,
  items: readonly PlanItem[],
): ConfirmationDetail {
  return {
    label: t('Show Plan'),
    open: async () => {
      const text = [`${label}, ${platform.baseUrl}`, '', ...planText(plan, items)];
      const path = [connection.name, 'plans', new Date().toISOString(), `${t('Plan')}.diff`];
      await documents.show(path, `${text.join('\n')}\n`);
    },
  };
}
