import type { Operator } from './operator';

/** A planned query or subquery. Its subqueries run first, in order. */
export interface Pipeline {
  /** The offset in the query text, which identifies the pipeline. */
  readonly place: number;
  readonly commands: readonly PipelineCommand[];
  readonly operators: readonly Operator[];
  readonly subqueries: readonly Pipeline[];
}

export interface PipelineCommand {
  readonly name: string;
  /** The normalized text of the command, with single spaces outside strings. */
  readonly text: string;
}
