import { checkFrontMatters } from './checkFiles';
import type { FileProblem } from './fileProblem';
import type { Lock } from './lock';
import type { Project } from './project';
import type { ProjectFolder } from './projectFolder';
import type { QueryFile } from './queryFile';

/** The content of a project folder. */
export interface FolderContent {
  readonly project: Project;
  readonly files: readonly QueryFile[];
  readonly lock: Lock;
  /** Problems that prevent a plan. */
  readonly problems: readonly FileProblem[];
}

export async function readFolder(folder: ProjectFolder): Promise<FolderContent> {
  const { project, problems } = folder.readProject();
  const files = await folder.readQueryFiles(project);
  return {
    project,
    files,
    lock: folder.readLock(),
    problems: [...problems, ...checkFrontMatters(files, project)],
  };
}
