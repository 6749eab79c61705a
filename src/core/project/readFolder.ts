import { t } from '../base/localize';
import { checkFrontMatters } from './checkFiles';
import { lockFileName } from './fileNames';
import { ProjectError, wholeFileProblem } from './fileProblem';
import type { FileProblem } from './fileProblem';
import { readFolderRules } from './folderRules';
import type { FolderRules } from './folderRules';
import { Lock } from './lock';
import { pathKey } from './newPath';
import type { Project } from './project';
import type { ProjectFolder } from './projectFolder';
import type { QueryFile } from './queryFile';

/** The content of a project folder. */
export interface FolderContent {
  readonly project: Project;
  readonly files: readonly QueryFile[];
  readonly lock: Lock;
  /** By platform. */
  readonly rules: ReadonlyMap<string, FolderRules>;
  /** Problems that prevent a plan. */
  readonly problems: readonly FileProblem[];
}

export async function readFolder(folder: ProjectFolder): Promise<FolderContent> {
  const { project, problems } = folder.readProject();
  const files = await folder.readQueryFiles(project);
  const { lock, problems: damage } = readLock(folder);
  const more = [
    ...damage,
    ...checkFrontMatters(files, project, lock),
    ...unmatchedFiles(folder, files, lock),
  ];
  const rules = new Map<string, FolderRules>();
  for (const { name } of project.platforms) rules.set(name, await readFolderRules(folder, name));
  const ofRules = [...rules.values()].flatMap((ofPlatform) => ofPlatform.problems);
  const all = [...problems, ...more, ...ofRules].filter(({ severity }) => severity === 'error');
  return { project, files, lock, rules, problems: all };
}

/** Files of the lock that are not read: no pattern matches them any more, or they are behind a link. */
export function unmatchedFiles(
  folder: ProjectFolder,
  files: readonly QueryFile[],
  lock: Lock,
): readonly FileProblem[] {
  // On some systems, a file that was renamed to another case is found under both names.
  const found = new Set(files.filter(({ isReadable }) => isReadable).map(({ path }) => pathKey(path)));
  const links = files.flatMap(({ problems }) => problems.filter(({ code }) => code === 'link'));
  return [...lock.paths()].flatMap((path) => {
    if (found.has(pathKey(path))) return [];
    const link = links.find((problem) => path === problem.path || path.startsWith(`${problem.path}/`));
    if (link !== undefined) return { ...link, severity: 'error' };
    if (files.some((file) => file.path === path)) return [];
    return folder.has(path) ? unmatched(path) : [];
  });
}

/** The plan would take it for deleted. */
function unmatched(path: string): FileProblem {
  const message = t(
    '{0} is in the lock file, but no pattern of “files” matches it. Add a pattern, delete the file, or run logbench forget.',
    path,
  );
  return wholeFileProblem(path, 'unmatched', message);
}

/** A lock that a merge has damaged is a problem, and empty. */
export function readLock(folder: ProjectFolder): Pick<FolderContent, 'lock' | 'problems'> {
  try {
    return { lock: folder.readLock(), problems: [] };
  } catch (error) {
    if (!(error instanceof ProjectError)) throw error;
    return { lock: new Lock(), problems: [wholeFileProblem(lockFileName, 'lock', error.message)] };
  }
}

/** Undefined if the lock can be used. */
export function lockProblem({ problems }: FolderContent): FileProblem | undefined {
  return problems.find(({ path }) => path === lockFileName);
}

/** The file of each record that the lock knows, by platform and GUID. */
export function filesOfRecords(content: FolderContent | undefined): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const present = new Set(content?.files.map((file) => file.path));
  for (const { name } of content?.project.platforms ?? []) {
    for (const [path, { guid }] of content?.lock.of(name) ?? []) {
      if (present.has(path)) paths.set(`${name}/${guid.toLowerCase()}`, path);
    }
  }
  return paths;
}
