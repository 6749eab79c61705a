import { canBeTaken, pullEdits } from './pull';
import type { PullInput } from './pull';

/** The file with the content of the platform; undefined if the query does not exist there. */
export function platformCopy(
  path: string,
  input: Omit<PullInput, 'isTaken' | 'isWanted'>,
): string | undefined {
  const item = input.plan.items.find((candidate) => candidate.path === path);
  if (item === undefined || item.kind === 'create') return undefined;
  if (!canBeTaken(item)) return input.files.find((file) => file.path === path)?.source;
  const isWanted: PullInput['isWanted'] = (wanted) => wanted === path;
  return pullEdits({ ...input, isTaken: canBeTaken, isWanted }).find((edit) => edit.path === path)?.source;
}
