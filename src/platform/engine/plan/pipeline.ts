import type { Operator } from './operator';

/** A planned query or subquery. Its subqueries run first, in order. */
export interface Pipeline {
  /** Where it begins in the query's text: what tells it from the other pipelines of the query. */
  readonly place: number;
  readonly commands: readonly PipelineCommand[];
  readonly operators: readonly Operator[];
  readonly subqueries: readonly Pipeline[];
}

export interface PipelineCommand {
  readonly name: string;
  /** The command's text in one spelling: single blanks outside strings. */
  readonly text: string;
}
