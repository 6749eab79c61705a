import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { pathOf } from '../../shared/queryAddress';
import { plainText } from '../../shared/plainText';
import { ExplainedError } from '../../ui/failures/failureText';
import type { MovableDraft } from '../../ui/documents/projectFiles';
import { applyFiles, applyProject } from './applyToPlatform';
import { chooseFiles, chooseProject, compareNow } from './chosenProject';
import type { CodeDeps } from './index';
import { moveDraft } from './moveDraft';
import { describePlan } from './planGroups';
import { connectionTo, platformLabel } from './platformConnection';
import { copyUri } from './platformCopies';
import { pullQueries } from './pullQueries';
import { takeOver } from './takeOver';

type Action = (given: readonly unknown[]) => Promise<void>;

/** The implementations of the commands, which take the command arguments. */
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

export function buildCodeActions(deps: CodeDeps): CodeActions {
  return {
    pull: async (given) => pullQueries(deps, given),
    plan: async (given) => plan(deps, given),
    apply: async (given) => applyProject(deps, given),
    applyFiles: async (given) => applyFiles(deps, given),
    takeOver: async (given) => takeOver(deps, given),
    openChanges: async (given) => openChanges(deps, given),
    openFile: async (given) => openFiles(deps, given),
    openCopy: async (given) => openCopy(deps, given),
    choosePlatform: async (given) => choosePlatform(deps, given),
    moveDraft: async (draft) => moveDraft(deps, draft),
  };
}

/** Compares folder and platform and shows the differences in Source Control. */
async function plan(deps: CodeDeps, given: readonly unknown[]): Promise<void> {
  const project = await chooseProject(deps, given, t('Plan'));
  const compared = await compareNow(project);
  await vscode.commands.executeCommand('workbench.view.scm');
  await deps.ui.prompts.notify({
    severity: 'information',
    message: `${platformLabel(compared.platform, compared.connection)}: ${describePlan(compared.plan)}`,
  });
}

/**
 * Opens a diff with the platform on the left and the editable file on the right, or a single editor if one
 * side does not exist.
 */
async function openChanges(deps: CodeDeps, given: readonly unknown[]): Promise<void> {
  const { project, paths } = await chooseFiles(deps, given);
  const { platform, connection, content } = project;
  for (const path of paths) {
    const [file, copy] = [project.uriOf(path), copyUri(project, path)];
    const hasFile = content?.files.some((one) => one.path === path) === true;
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

async function openFiles(deps: CodeDeps, given: readonly unknown[]): Promise<void> {
  const { project, paths } = await chooseFiles(deps, given);
  for (const path of paths) await vscode.window.showTextDocument(project.uriOf(path), { preview: false });
}

/** The query on the platform, with its state, runs and draft. */
async function openCopy(deps: CodeDeps, given: readonly unknown[]): Promise<void> {
  const { project, paths } = await chooseFiles(deps, given);
  const item = project.itemOf(paths[0] ?? '');
  const record = item && 'current' in item ? item.current : undefined;
  if (record === undefined || project.connection === undefined) {
    throw new ExplainedError(t('The platform does not have this query. Run Plan to compare again.'));
  }
  const address = { connection: project.connection.name, guid: record.guid };
  const uri = vscode.Uri.from({ scheme: 'logbench', path: pathOf(address, record.name) });
  await vscode.window.showTextDocument(uri, { preview: false });
}

async function choosePlatform(deps: CodeDeps, given: readonly unknown[]): Promise<void> {
  const title = t('Select Platform');
  const project = await chooseProject(deps, given, title);
  const chosen = await deps.ui.prompts.pick({
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
  await project.choose(chosen);
}
