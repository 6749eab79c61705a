import * as vscode from 'vscode';
import type { PlanItem } from '../../code/plan';
import { t } from '../../shared/localize';
import { pathOf } from '../../shared/queryAddress';
import { plainText } from '../../shared/plainText';
import { ExplainedError } from '../../ui/failureText';
import type { MovableDraft } from '../../ui/projectFiles';
import { applyFiles, applyProject } from './applyToPlatform';
import { chooseFiles, chooseProject, compareNow } from './chosenProject';
import type { CodeParts } from './index';
import { moveDraft } from './moveDraft';
import { groupOf } from './planGroups';
import type { GroupId } from './planGroups';
import { connectionTo, platformLabel } from './platformConnection';
import { copyUri } from './platformCopies';
import { pullQueries } from './pullQueries';
import { takeOver } from './takeOver';

type Action = (given: readonly unknown[]) => Promise<void>;

/** What the commands do; each takes the arguments that its command was called with. */
export interface CodeActions {
  readonly pull: Action;
  readonly plan: Action;
  readonly apply: Action;
  readonly applyFiles: Action;
  readonly takeOver: Action;
  readonly openChanges: Action;
  readonly openFile: Action;
  readonly openCopy: Action;
  readonly choosePlatform: Action;
  readonly moveDraft: (draft: MovableDraft) => Promise<vscode.Uri>;
}

export function buildCodeActions(parts: CodeParts): CodeActions {
  return {
    pull: async (given) => pullQueries(parts, given),
    plan: async (given) => plan(parts, given),
    apply: async (given) => applyProject(parts, given),
    applyFiles: async (given) => applyFiles(parts, given),
    takeOver: async (given) => takeOver(parts, given),
    openChanges: async (given) => openChanges(parts, given),
    openFile: async (given) => openFiles(parts, given),
    openCopy: async (given) => openCopy(parts, given),
    choosePlatform: async (given) => choosePlatform(parts, given),
    moveDraft: async (draft) => moveDraft(parts, draft),
  };
}

/** Compares folder and platform, and shows what differs in Source Control. */
async function plan(parts: CodeParts, given: readonly unknown[]): Promise<void> {
  const project = await chooseProject(parts, given, t('Plan'));
  const compared = await compareNow(project);
  await vscode.commands.executeCommand('workbench.view.scm');
  await parts.workbench.prompts.notify({
    severity: 'information',
    message: `${platformLabel(compared.platform, compared.connection)}: ${planInWords(compared.plan.items)}`,
  });
}

function planInWords(items: readonly PlanItem[]): string {
  const count = (group: GroupId): number => items.filter((item) => groupOf(item) === group).length;
  const [toApply, onPlatform, conflicts] = [count('toApply'), count('onPlatform'), count('conflicts')];
  if (toApply + onPlatform + conflicts === 0) return t('files and platform agree.');
  return t('{0} to apply, {1} changed on the platform, {2} in conflict.', toApply, onPlatform, conflicts);
}

/** The platform on the left, the file on the right, where it can be edited; one alone where there is no other. */
async function openChanges(parts: CodeParts, given: readonly unknown[]): Promise<void> {
  const { project, paths } = await chooseFiles(parts, given);
  const { platform, connection, content } = project;
  for (const path of paths) {
    const [file, copy] = [project.uriOf(path), copyUri(project, path)];
    const hasFile = content?.files.some((one) => one.path === path) === true;
    if (project.copyOf(path) === undefined) await vscode.window.showTextDocument(file);
    else if (!hasFile || platform === undefined) await vscode.window.showTextDocument(copy);
    else {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const title = plainText(t('{0}: {1} ↔ file', name, platformLabel(platform, connection)));
      await vscode.commands.executeCommand('vscode.diff', copy, file, title);
    }
  }
}

async function openFiles(parts: CodeParts, given: readonly unknown[]): Promise<void> {
  const { project, paths } = await chooseFiles(parts, given);
  for (const path of paths) await vscode.window.showTextDocument(project.uriOf(path), { preview: false });
}

/** The query as the platform has it, with its state, its runs and its draft. */
async function openCopy(parts: CodeParts, given: readonly unknown[]): Promise<void> {
  const { project, paths } = await chooseFiles(parts, given);
  const item = project.itemOf(paths[0] ?? '');
  const record = item && 'current' in item ? item.current : undefined;
  if (record === undefined || project.connection === undefined) {
    throw new ExplainedError(t('The platform has no such query. Plan to compare again.'));
  }
  const address = { connection: project.connection.name, guid: record.guid };
  const uri = vscode.Uri.from({ scheme: 'logbench', path: pathOf(address, record.name) });
  await vscode.window.showTextDocument(uri, { preview: false });
}

async function choosePlatform(parts: CodeParts, given: readonly unknown[]): Promise<void> {
  const title = t('Choose Platform');
  const project = await chooseProject(parts, given, title);
  const chosen = await parts.workbench.prompts.pick({
    title,
    placeholder: t('Which platform is {0} compared with?', project.name),
    choices: (project.content?.project.platforms ?? []).map((platform) => {
      const connection = connectionTo(platform, parts.platforms.all());
      return {
        label: platformLabel(platform, connection),
        description: connection === undefined ? t('No connection') : connection.name,
        detail: platform.baseUrl,
        picked: platform.name === project.platform?.name,
        value: platform.name,
      };
    }),
  });
  await project.choose(chosen);
}
