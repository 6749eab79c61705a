import { checkFrontMatters } from '../../../core/project/checkFiles';
import { lockFileName, projectFileName } from '../../../core/project/fileNames';
import type { FileProblem } from '../../../core/project/fileProblem';
import { readProject } from '../../../core/project/project';
import { readQueryFile } from '../../../core/project/queryFile';
import type { FolderContent } from '../../../core/project/readFolder';
import { locate } from '../../../core/project/fileProblem';
import { t } from '../../../core/base/localize';

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
  const damage = content.problems.filter(
    ({ path, code }) => path === lockFileName || ['rule', 'unmatched', 'link'].includes(code),
  );
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
