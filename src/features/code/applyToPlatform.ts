import { actionsOf } from '../../code/actions';
import type { ActionResult } from '../../code/applyActions';
import { applyAndNote } from '../../code/keepLock';
import type { Action } from '../../code/plan';
import { t } from '../../shared/localize';
import { withProgress } from '../../ui/prompts/progress';
import { writeReceipt } from '../../ui/writes/receipt';
import { tellResults } from './applyReport';
import { chooseFiles, chooseProject, compareNow } from './chosenProject';
import { confirmApply } from './confirmApply';
import type { CodeDeps } from './index';
import type { ComparedProject, OpenProject } from './openProject';
import { groupOf } from './planGroups';
import { platformLabel } from './platformConnection';

/** *Apply…*: writes the files to the platform, except for conflicts. */
export async function applyProject(deps: CodeDeps, given: readonly unknown[]): Promise<void> {
  const project = await chooseProject(deps, given, t('Apply'));
  const compared = await compareNow(project);
  const items = compared.plan.items.filter((item) => groupOf(item) === 'toApply');
  const prune = items.length > 0 && (await confirmApply(deps, compared, items));
  const actions = actionsOf(compared.plan, { prune, overwrite: false });
  await carryOut(deps, project, compared, actions);
}

/** *Apply* on selected files: they overwrite changes on the platform. */
export async function applyFiles(deps: CodeDeps, given: readonly unknown[]): Promise<void> {
  const { project, paths } = await chooseFiles(deps, given);
  const compared = await compareNow(project);
  const items = compared.plan.items.filter(
    (item) => paths.includes(item.path) && groupOf(item) !== undefined,
  );
  const prune = items.length > 0 && (await confirmApply(deps, compared, items));
  const actions = actionsOf(compared.plan, { prune, overwrite: true }, (path) => paths.includes(path));
  await carryOut(deps, project, compared, actions);
}

async function showNothingToApply({ ui }: CodeDeps, compared: ComparedProject): Promise<void> {
  const { platform, connection, plan } = compared;
  const undecided = plan.items.filter((item) => (groupOf(item) ?? 'toApply') !== 'toApply').length;
  const label = platformLabel(platform, connection);
  await ui.prompts.notify({
    severity: 'information',
    message:
      undecided === 0
        ? t('{0}: there is nothing to apply.', label)
        : t('{0}: there is nothing to apply. To resolve in Source Control: {1}.', label, undecided),
  });
}

async function carryOut(
  deps: CodeDeps,
  project: OpenProject,
  compared: ComparedProject,
  actions: readonly Action[],
): Promise<void> {
  // A file that was only renamed is saved to the lock file, although nothing changes on the platform.
  const results =
    actions.length === 0 ? [] : await project.during(async () => perform(deps, project, compared, actions));
  if (results.length === 0) {
    await showNothingToApply(deps, compared);
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
  { platform, connection }: ComparedProject,
  actions: readonly Action[],
): Promise<readonly ActionResult[]> {
  const client = await platforms.clientFor(connection);
  const writes = actions.filter(({ kind }) => kind !== 'adopt').length;
  return withProgress(t('Applying to {0}', platformLabel(platform, connection)), async (signal, report) => {
    const results: ActionResult[] = [];
    for await (const result of applyAndNote(client, folder, platform.name, actions, signal)) {
      const { kind, name } = result.action;
      if (kind === 'adopt') continue;
      results.push(result);
      const operation = `${kind} scheduled query`;
      writeReceipt(ui.log, { connection, operation, names: [name], result: receiptOf(result) });
      report({ message: t('{0} of {1}', results.length, writes), increment: 100 / writes });
    }
    return results;
  });
}

function receiptOf({ failure, isUncertain }: ActionResult): string {
  if (failure === undefined) return 'done';
  return `${isUncertain ? 'unknown' : 'not done'}: ${failure}`;
}
