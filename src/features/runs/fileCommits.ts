/** A commit that changed the file of a query. */
export interface Commit {
  readonly hash: string;
  /** The first parent; undefined for the first commit. */
  readonly parent: string | undefined;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly author: string;
  readonly message: string;
}

/** A repository of VS Code's Git extension, as far as it is used here. */
export interface GitRepository {
  log(options: { readonly path: string; readonly maxEntries: number }): Promise<readonly GitCommit[]>;
}

interface GitCommit {
  readonly hash: string;
  readonly message: string;
  readonly parents: readonly string[];
  readonly commitDate?: Date;
  readonly authorDate?: Date;
  readonly authorName?: string;
}

/** A file with more commits after the failure has none before it that could be listed. */
const maxRead = 100;
const maxShown = 3;

/** The last commits of a file before a time, the newest first. */
export async function commitsBefore(
  repository: GitRepository,
  path: string,
  before: number,
): Promise<readonly Commit[]> {
  const commits = await repository.log({ path, maxEntries: maxRead });
  return commits
    .map(commitOf)
    .filter(({ time }) => time <= before)
    .toSorted((one, other) => other.time - one.time)
    .slice(0, maxShown);
}

function commitOf({ hash, parents, message, authorName = '', ...commit }: GitCommit): Commit {
  const time = (commit.commitDate ?? commit.authorDate)?.getTime() ?? Infinity;
  return { hash, parent: parents[0], time, author: authorName, message };
}
