import { checkFrontMatters } from '../../code/checkFiles';
import { lockFileName, projectFileName } from '../../code/fileNames';
import type { FileProblem } from '../../code/fileProblem';
import { readProject } from '../../code/project';
import { readQueryFile } from '../../code/queryFile';
import type { FolderContent } from '../../code/readFolder';
import { locate } from '../../code/fileProblem';
import { t } from '../../shared/localize';

/** Checks the files of a project, including unsaved changes. */
export function checkEdited(
  content: FolderContent | undefined,
  texts: ReadonlyMap<string, string>,
): readonly FileProblem[] {
  if (content === undefined) return [];
  const edited = texts.get(projectFileName);
  const known = content.problems.filter(({ path }) => path === projectFileName);
  const { project, problems } = edited === undefined ? { ...content, problems: known } : readProject(edited);
  const files = content.files.map((file) => {
    const text = texts.get(file.path);
    return text === undefined && edited === undefined
      ? file
      : readQueryFile(file.path, text ?? file.source, project);
  });
  const damage = content.problems.filter(({ path, code }) => path === lockFileName || code === 'rule');
  return [...problems, ...damage, ...checkFrontMatters(files, project, content.lock)];
}

/** Describes the first problem; the Problems view lists all of them. */
export function describeProblem({ files, problems }: FolderContent, problem: FileProblem): string {
  const source = files.find((file) => file.path === problem.path)?.source ?? '';
  const location = source === '' ? problem.path : `${problem.path}:${locate(source, problem.from).line}`;
  const isNamed = problem.message.startsWith(problem.path);
  const more = problems.length - 1;
  return [
    isNamed ? problem.message : `${location}: ${problem.message}`,
    ...(more === 0 ? [] : [t('The Problems view lists {0} more.', more)]),
  ].join(' ');
}
