import type * as vscode from 'vscode';
import { definitionOfFields, tidyText, withDraft } from '../../../core/project/definition';
import { newPath, noNewPath, pathKey } from '../../../core/project/newPath';
import type { QueryFile } from '../../../core/project/queryFile';
import { lockProblem } from '../../../core/project/readFolder';
import type { FolderContent } from '../../../core/project/readFolder';
import { renderQueryFile, updateQueryFile } from '../../../core/project/writeQueryFile';
import { t } from '../../../core/base/localize';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import type { MovableDraft } from '../../ui/access';
import type { Prompts } from '../../ui/prompts/prompts';
import type { OpenProject } from './openProject';
import { connectionTo } from './platformConnection';
import { describeProblem } from './checkEdited';
import type { CodeDeps } from './projectList';

interface Home {
  readonly project: OpenProject;
  readonly content: FolderContent;
  /** The name of the connection's platform in the project. */
  readonly platform: string;
}

/** Moves a draft to the file of its query, or to a new one, and resolves to the file. */
export async function moveDraft(deps: CodeDeps, draft: MovableDraft): Promise<vscode.Uri> {
  const { prompts } = deps.ui;
  const home = await pickHome(deps, draft.connection);
  const { project, content, platform } = home;
  const damage = lockProblem(content);
  if (damage !== undefined) throw new ExplainedError(describeProblem(content, damage));
  await project.pick(platform);
  const known = project.pathOfRecord(platform, draft.guid.toLowerCase());
  const file = content.files.find(({ path }) => path === known);
  const path = file === undefined ? await addFile(home, draft) : await changeFile(home, file, draft, prompts);
  return project.uriOf(path);
}

async function pickHome({ projects, platforms, ui }: CodeDeps, connection: Connection): Promise<Home> {
  const homes = projects.all.flatMap((project): readonly Home[] => {
    const { content } = project;
    const leadsThere = (platform: Parameters<typeof connectionTo>[0]): boolean =>
      connectionTo(platform, platforms.all())?.name === connection.name;
    const platform = content?.project.platforms.find(leadsThere);
    return content && platform ? [{ project, content, platform: platform.name }] : [];
  });
  const [only] = homes;
  if (only === undefined) {
    const { name } = connection;
    throw new ExplainedError(
      t('No folder of scheduled queries is linked to {0}. Pull scheduled queries into a folder first.', name),
    );
  }
  if (homes.length === 1) return only;
  return askProject(ui.prompts, t('Move into Project'), homes);
}

/** Asks which of several folders is meant. */
export async function askProject<Value extends { readonly project: OpenProject }>(
  prompts: Prompts,
  title: string,
  values: readonly Value[],
): Promise<Value> {
  return prompts.pick({
    title,
    placeholder: t('Select a folder'),
    choices: values.map((value) => ({
      label: value.project.name,
      description: value.project.root,
      value,
    })),
  });
}

async function changeFile(
  { project, content, platform }: Home,
  file: QueryFile,
  draft: MovableDraft,
  prompts: Prompts,
): Promise<string> {
  const [problem] = file.problems;
  if (problem !== undefined) throw new ExplainedError(describeProblem(content, problem));
  const definition = file.on(platform);
  if (definition === undefined) throw new ExplainedError(t('{0} excludes this platform.', file.path));
  const changed = withDraft(definition, draft);
  if (definition.query !== tidyText(draft.base.query) && definition.query !== changed.query) {
    await prompts.confirm({
      message: t('The text of {0} has also changed. Replace it with the draft?', file.path),
      buttons: [{ label: t('Replace'), value: true }],
    });
  }
  const source = updateQueryFile(file, changed, { platform, project: content.project });
  await project.during(async () => project.folder.write(file.path, source));
  return file.path;
}

async function addFile({ project, content, platform }: Home, draft: MovableDraft): Promise<string> {
  const { files, lock } = content;
  const used = [...files.map((file) => file.path), ...lock.of(platform).keys()];
  const path = newPath(draft.base.name, content.project, new Set(used.map(pathKey)));
  if (path === undefined) throw new ExplainedError(noNewPath(draft.base.name));
  const nameOf = (guid: string): string => {
    const known = project.pathOfRecord(platform, guid.toLowerCase());
    return files.find((file) => file.path === known)?.on(platform)?.name ?? guid;
  };
  const definition = withDraft(definitionOfFields(draft.base, nameOf), draft);
  const source = renderQueryFile(definition, content.project, platform);
  await project.during(async () => {
    await project.folder.write(path, source);
    await project.folder.changeLock((now) =>
      now.set(platform, path, { guid: draft.guid, record: draft.base }),
    );
  });
  return path;
}
