import { actionsOf } from '../../../core/project/actions';
import { rulesToApply } from '../../../core/project/applyRules';
import { applyPlan } from '../../../core/project/keepLock';
import type { Action } from '../../../core/project/plan';
import { isRule } from '../../../core/project/folderRules';
import type { RuleItem, ProjectItem } from '../../../core/project/folderRules';
import { t } from '../../../core/base/localize';
import { withProgress } from '../../ui/prompts/progress';
import { writeReceipt, confirmByName, confirmWithDetails } from '../../ui/writes/sendAndLog';
import { receiptOf, reportResults, applyButtons, applyDetail, nothingToApplyText } from './projectTexts';
import type { AppliedRow } from './projectTexts';
import { pickFiles, pickProject, compareNow } from './selectedProject';
import type { ComparedProject, OpenProject } from './openProject';
import { groupOf } from './planGroups';
import { planText } from '../../../core/project/planText';
import type { ConfirmationDetail } from '../../ui/writes/sendAndLog';
import { readSettings } from '../../ui/settings/settings';
import type { CodeDeps } from './projectList';

/** *Apply…*: writes the files to the platform, except for conflicts. */
export async function applyProject(deps: CodeDeps, args: readonly unknown[]): Promise<void> {
  const project = await pickProject(deps, args, t('Apply'));
  await apply(deps, project, (item) => groupOf(item) === 'toApply');
}

/** *Apply* on selected files: they overwrite changes on the platform. */
export async function applyFiles(deps: CodeDeps, args: readonly unknown[]): Promise<void> {
  const { project, paths } = await pickFiles(deps, args);
  const isSelected = (path: string): boolean => paths.includes(path);
  await apply(deps, project, (item) => isSelected(item.path) && groupOf(item) !== undefined, isSelected);
}

/** Selected files overwrite changes on the platform. */
async function apply(
  deps: CodeDeps,
  project: OpenProject,
  isAsked: (item: ProjectItem) => boolean,
  isSelected?: (path: string) => boolean,
): Promise<void> {
  const compared = await compareNow(project);
  const rows = [...compared.plan.items, ...compared.rules];
  // Rules are not created.
  const items = rows.filter((row) => isAsked(row) && row.kind !== 'missing');
  const prune = items.length > 0 && (await confirmApply(deps, compared, items));
  const overwrite = isSelected !== undefined;
  const actions = actionsOf(compared.plan, { prune, overwrite }, isSelected);
  const ofFiles = compared.rules.filter(({ path }) => isSelected?.(path) ?? true);
  const rules = rulesToApply(ofFiles, overwrite);
  // A file that was only renamed is saved to the lock file, although nothing changes on the platform.
  const results =
    actions.length + rules.length === 0
      ? []
      : await project.during(async () => perform(deps, project, compared, actions, rules));
  if (results.length === 0) {
    await deps.ui.prompts.notify({ message: nothingToApplyText(compared.label, rows) });
    return;
  }
  deps.scheduledQueries.reload(compared.connection);
  const again = async (): Promise<void> => applyProject(deps, [project.uri]);
  await reportResults(deps.ui, compared, results, again);
}

/** Sequential: each query and rule has its receipt and lock entry before the next one is applied. */
async function perform(
  { platforms, ui }: CodeDeps,
  { folder }: OpenProject,
  { plan, connection, label }: ComparedProject,
  actions: readonly Action[],
  rules: readonly RuleItem[],
): Promise<readonly AppliedRow[]> {
  const client = await platforms.clientFor(connection);
  const writes = [...actions, ...rules].filter(({ kind }) => kind !== 'adopt').length;
  return withProgress(t('Applying to {0}', label), async (signal, report) => {
    const results: AppliedRow[] = [];
    for await (const result of applyPlan(client, folder, plan, actions, rules, signal)) {
      const { item } = result;
      if (item.kind === 'adopt') continue;
      results.push(result);
      const operation = isRule(item) ? 'change detection rule' : `${item.kind} scheduled query`;
      writeReceipt(ui.log, { connection, operation, names: [item.name], result: receiptOf(result) });
      report({ message: t('{0} of {1}', results.length, writes), percent: (100 * results.length) / writes });
    }
    return results;
  });
}

/** Asks for a confirmation on an unlocked platform. Returns whether records are deleted too. */
async function confirmApply(
  { ui, platforms }: CodeDeps,
  compared: ComparedProject,
  items: readonly ProjectItem[],
): Promise<boolean> {
  const { connection, label } = compared;
  const [only] = items;
  const message =
    only !== undefined && items.length === 1
      ? t('Apply “{0}” to {1}?', only.name, label)
      : items.some(isRule)
        ? t('Apply {0} scheduled queries and detection rules to {1}?', items.length, label)
        : t('Apply {0} scheduled queries to {1}?', items.length, label);
  await platforms.ensureWritable(connection);
  const prune = await confirmWithDetails(ui.prompts, {
    message,
    detail: applyDetail(compared.plan, items, compared.rules),
    buttons: applyButtons(items),
    details: [planDetail(ui, compared, items)],
  });
  await confirmByName(ui.prompts, connection, message, readSettings().confirmation);
  return prune;
}

function planDetail(
  { documents }: CodeDeps['ui'],
  { plan, platform, connection, label }: ComparedProject,
  items: readonly ProjectItem[],
): ConfirmationDetail {
  return {
    label: t('Show Plan'),
    open: async () => {
      const ordered = [...items.filter((item) => !isRule(item)), ...items.filter(isRule)];
      const text = [`${label}, ${platform.baseUrl}`, '', ...planText(plan, ordered)];
      const path = [connection.name, 'plans', new Date().toISOString(), `${t('Plan')}.diff`];
      await documents.show(path, `${text.join('\n')}\n`);
    },
  };
}
