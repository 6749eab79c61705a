import type { FileProblem } from '../../code/fileProblem';
import { locate } from '../../code/locate';
import type { FolderContent } from '../../code/readFolder';
import { t } from '../../shared/localize';

/** Describes the first problem; the Problems view lists all of them. */
export function describeProblem({ files, problems }: FolderContent, problem: FileProblem): string {
  const source = files.find((file) => file.path === problem.path)?.source ?? '';
  const place = source === '' ? problem.path : `${problem.path}:${locate(source, problem.from).line}`;
  const isNamed = problem.message.startsWith(problem.path);
  const more = problems.length - 1;
  return [
    isNamed ? problem.message : `${place}: ${problem.message}`,
    ...(more === 0 ? [] : [t('The Problems view lists {0} more.', more)]),
  ].join(' ');
}
