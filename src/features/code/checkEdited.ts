import { checkFrontMatters } from '../../code/checkFiles';
import { lockFileName, projectFileName } from '../../code/fileNames';
import type { FileProblem } from '../../code/fileProblem';
import { readProject } from '../../code/project';
import { readQueryFile } from '../../code/queryFile';
import type { FolderContent } from '../../code/readFolder';

/** Checks the files of a project, including unsaved changes. */
export function checkEdited(
  content: FolderContent | undefined,
  texts: ReadonlyMap<string, string>,
): readonly FileProblem[] {
  if (content === undefined) return [];
  const edited = texts.get(projectFileName);
  const { project, problems } = edited === undefined ? unedited(content) : readProject(edited);
  const files = content.files.map((file) => {
    const text = texts.get(file.path);
    return text === undefined && edited === undefined
      ? file
      : readQueryFile(file.path, text ?? file.source, project);
  });
  const damage = content.problems.filter(({ path }) => path === lockFileName);
  return [...problems, ...damage, ...checkFrontMatters(files, project)];
}

function unedited({ project, problems }: FolderContent): Pick<FolderContent, 'project' | 'problems'> {
  return { project, problems: problems.filter(({ path }) => path === projectFileName) };
}
