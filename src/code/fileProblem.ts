/** Something wrong in a file of a project, at its place. */
export interface FileProblem {
  /** Relative to the project, with slashes. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  /** A stable word for the kind of problem, or the code of the query language. */
  readonly code: string;
  readonly message: string;
}

/** A file of the project is not what it must be; nothing was done. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError';
}
