/** A problem in a file of a project, with its range. */
export interface FileProblem {
  /** Relative to the project, with slashes. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  /** A stable ID of the kind of problem, or the code of the query language. */
  readonly code: string;
  readonly message: string;
}

/** A problem of a file that has no position in it. */
export function wholeFileProblem(path: string, code: string, message: string): FileProblem {
  return { path, from: 0, to: 0, severity: 'error', code, message };
}

/** A file of the project is invalid; nothing was done. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError';
}

export interface Position {
  /** Both are one-based. */
  readonly line: number;
  readonly column: number;
}

export function locate(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
