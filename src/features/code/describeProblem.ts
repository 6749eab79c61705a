import type { FileProblem } from '../../code/fileProblem';
import { locate } from '../../code/locate';
import type { FolderContent } from '../../code/readFolder';
import { t } from '../../shared/localize';

/** Describes the first problem; the Problems view lists all of them. */
export function describeProblem({ files, problems }: FolderContent, problem: FileProblem): string {
  const source = files.find((file) => file.path === problem.path)?.source ?? '';
  const place = source === '' ? problem.path : `${problem.path}:${locate(source, problem.from).line}`;
  const more = problems.length - 1;
  return more === 0
    ? `${place}: ${problem.message}`
    : `${place}: ${problem.message} ${t('The Problems view lists {0} more.', more)}`;
}
