import { isRule } from '../../../core/project/folderRules';
import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { scheduledQueryUri } from '../../ui/documents/queryUri';
import { plainText } from '../../../core/privacy/plainText';
import { ExplainedError } from '../../ui/failures/failureText';
import { pickFiles, pickProject, compareNow } from './selectedProject';
import { describePlan } from './planGroups';
import { connectionTo, platformLabel } from './platformConnection';
import { copyUri } from './platformCopies';
import type { CodeDeps } from './projectList';

/** Compares folder and platform and shows the differences in Source Control. */
export async function plan(deps: CodeDeps, args: readonly unknown[]): Promise<void> {
  const project = await pickProject(deps, args, t('Plan'));
  const { label, plan: differences, rules } = await compareNow(project);
  await vscode.commands.executeCommand('workbench.view.scm');
  await deps.ui.prompts.notify({ message: `${label}: ${describePlan(differences, rules)}` });
}

/**
 * Opens a diff with the platform on the left and the editable file on the right, or a single editor if one
 * side does not exist.
 */
export async function openChanges(deps: CodeDeps, args: readonly unknown[]): Promise<void> {
  const { project, paths } = await pickFiles(deps, args);
  const { platform, connection, content } = project;
  for (const path of paths) {
    const [file, copy] = [project.uriOf(path), copyUri(project, path)];
    const item = project.itemOf(path);
    const isRuleFile = item !== undefined && isRule(item);
    const hasFile = isRuleFile || content?.files.some((file) => file.path === path) === true;
    if (project.copyOf(path) === undefined || platform === undefined) {
      await vscode.window.showTextDocument(file);
      continue;
    }
    const name = path.slice(path.lastIndexOf('/') + 1);
    const label = platformLabel(platform, connection);
    if (hasFile) {
      const title = plainText(t('{0}: {1} ↔ file', name, label));
      await vscode.commands.executeCommand('vscode.diff', copy, file, title);
    } else await vscode.commands.executeCommand('vscode.open', copy, {}, plainText(`${name}: ${label}`));
  }
}

export async function openFiles(deps: CodeDeps, args: readonly unknown[]): Promise<void> {
  const { project, paths } = await pickFiles(deps, args);
  for (const path of paths) await vscode.window.showTextDocument(project.uriOf(path), { preview: false });
}

/** The query on the platform, with its state, runs and draft. */
export async function openCopy(deps: CodeDeps, args: readonly unknown[]): Promise<void> {
  const { project, paths } = await pickFiles(deps, args);
  const item = project.itemOf(paths[0] ?? '');
  const record = item && !isRule(item) && 'current' in item ? item.current : undefined;
  if (record === undefined || project.connection === undefined) {
    throw new ExplainedError(t('The platform does not have this query. Run Plan to compare again.'));
  }
  await vscode.window.showTextDocument(scheduledQueryUri(project.connection, record), { preview: false });
}

export async function pickPlatform(deps: CodeDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Select Platform');
  const project = await pickProject(deps, args, title);
  const selected = await deps.ui.prompts.pick({
    title,
    placeholder: t('Select the platform to compare {0} with', project.name),
    choices: (project.content?.project.platforms ?? []).map((platform) => {
      const connection = connectionTo(platform, deps.platforms.all());
      return {
        label: platformLabel(platform, connection),
        description: connection === undefined ? t('No connection') : connection.name,
        detail: platform.baseUrl,
        picked: platform.name === project.platform?.name,
        value: platform.name,
      };
    }),
  });
  await project.pick(selected);
}
