import * as vscode from 'vscode';
import { writeEdits } from '../../../core/project/keepLock';
import { pullEdits, resolvedBy, canBeTaken } from '../../../core/project/pull';
import type { PullEdit } from '../../../core/project/pull';
import { planRulePull, pullRules, rulesResolvedBy } from '../../../core/project/pullRules';
import { t } from '../../../core/base/localize';
import { withProgress } from '../../ui/prompts/progress';
import { compareNow, pickFiles, projectToPullInto } from './selectedProject';
import type { OpenProject } from './openProject';
import { groupOf, losesChanges } from './planGroups';
import { lossQuestion, pulledText } from './projectTexts';
import type { CodeDeps } from './projectList';

/** *Pull Scheduled Queries into Folder…*: writes new and changed queries of the platform to files. */
export async function pullQueries(deps: CodeDeps, args: readonly unknown[]): Promise<void> {
  const project = await projectToPullInto(deps, args);
  const { content, platform, connection, plan, label } = await compareNow(project);
  const careful = { overwrite: false, prune: false };
  const isAccepted = resolvedBy(careful);
  const edits = pullEdits({ ...content, plan, platform: platform.name, isAccepted, isWanted: () => true });
  const how = { isAccepted: rulesResolvedBy(careful) };
  const client = await deps.platforms.clientFor(connection);
  const { writes } = await withProgress(t('Comparing {0} with {1}', project.name, label), async (signal) =>
    planRulePull(client, project.folder, platform.name, how, signal),
  );
  await confirmPull(deps, project, label, edits, writes.length);
  const rules = await project.during(async () =>
    withProgress(t('Pulling from {0}', label), async (signal) => {
      await writeEdits(project.folder, plan, edits);
      // Read again, because the question may have been open for long.
      return pullRules(client, project.folder, platform.name, how, signal);
    }),
  );
  const show = await deps.ui.prompts.notify({
    ...pulledText(label, plan, edits, rules),
    buttons: [{ label: t('Open Source Control'), value: true }],
  });
  if (show === true) await vscode.commands.executeCommand('workbench.view.scm');
}

async function confirmPull(
  { ui }: CodeDeps,
  project: OpenProject,
  label: string,
  edits: readonly PullEdit[],
  ruleFiles: number,
): Promise<void> {
  const count = (kind: PullEdit['kind']): number => edits.filter((edit) => edit.kind === kind).length;
  if (count('add') + count('change') + ruleFiles === 0) return;
  const detail = [
    t('New files: {0}. Changed files: {1}.', count('add'), count('change')),
    ...(ruleFiles === 0 ? [] : [t('Detection rule files: {0}.', ruleFiles)]),
  ];
  await ui.prompts.confirm({
    message:
      ruleFiles === 0
        ? t('Pull scheduled queries from {0} into {1}?', label, project.name)
        : t('Pull scheduled queries and detection rules from {0} into {1}?', label, project.name),
    detail: detail.join(' '),
    buttons: [{ label: t('Pull'), value: true }],
  });
}

/** *Accept Platform Changes*: overwrites the files with the platform's version. */
export async function acceptRemote(deps: CodeDeps, args: readonly unknown[]): Promise<void> {
  const { project, paths } = await pickFiles(deps, args);
  const { content, platform, connection, plan, rules, label } = await compareNow(project);
  const isWanted = (path: string): boolean => paths.includes(path);
  const taken = plan.items.filter((item) => isWanted(item.path) && canBeTaken(item));
  const takenRules = rules.filter((item) => isWanted(item.path) && groupOf(item) !== undefined);
  const rows = [...taken, ...takenRules];
  if (rows.length === 0) {
    await deps.ui.prompts.notify({ message: t('{0}: there are no platform changes to accept.', label) });
    return;
  }
  const lost = rows.filter(losesChanges);
  if (lost.length > 0) {
    const buttons = [{ label: t('Accept Platform Changes'), value: true }];
    await deps.ui.prompts.confirm({ ...lossQuestion(label, lost), buttons });
  }
  const edits = pullEdits({ ...content, plan, platform: platform.name, isAccepted: canBeTaken, isWanted });
  await project.during(async () => {
    await writeEdits(project.folder, plan, edits);
    if (takenRules.length === 0) return;
    const client = await deps.platforms.clientFor(connection);
    const isTaken = (path: string): boolean => takenRules.some((item) => item.path === path);
    const how = { isAccepted: () => true, isWanted: isTaken };
    await pullRules(client, project.folder, platform.name, how);
  });
}
