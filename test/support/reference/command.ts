import type { Scope } from './scope';
import type { Row } from './values';

/** Rows, and whether the language says what their order is. */
export interface Result {
  readonly rows: readonly Row[];
  readonly ordered: boolean;
}

/** Runs a pipeline over rows. */
export type RunPipeline = (text: string, scope: Scope, input: Result) => Result;

/** What a command does with the rows before it. */
export type Command = (text: string, input: Result, scope: Scope, run: RunPipeline) => Result;

export const nothing: Result = { rows: [], ordered: true };
