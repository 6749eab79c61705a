import type { ArgumentRule } from './argumentRules';
import type { FieldRule } from './fieldSteps';

/** What a command does besides transforming rows. The write lock and the checks of assistants use it. */
export type Effect =
  | 'reads'
  /** Files of the server. */
  | 'readsFiles'
  | 'neverEnds'
  | 'writes'
  /** To other servers. */
  | 'sends'
  /** Something that is not in the query. */
  | 'runs'
  | 'unknown';

/** Whether a command changes or sends data, or runs something that may. */
export function changesOrSends(effect: Effect): boolean {
  return effect === 'writes' || effect === 'sends' || effect === 'runs';
}

/** All about a command but how its arguments are read. Documentation, editor and checks are derived from it. */
export interface CommandEntry {
  readonly syntax: string;
  /** English; `korean.json` has the translation. */
  readonly description: string;
  readonly example: string;
  readonly effect: Exclude<Effect, 'unknown'>;
  /** Whether the local platform does not run it. */
  readonly notLocal?: true;
  /** Whether a query starts with it. */
  readonly isSource?: boolean;
  /** Whether it takes names of tables or the like, in which `-`, `*` and `?` are no operators. */
  readonly namesTables?: boolean;
  /** Whether each row of its output depends on one row of its input, and their order stays. With `limit` it is not so. */
  readonly isRowwise?: boolean;
  /** Undefined if its arguments are not read. */
  readonly options?: CommandOptions;
  /** What completes its arguments; without it, anything may. */
  readonly expects?: ArgumentRule;
  /** What it does to the fields of its rows; without it, they stay. */
  readonly fields?: FieldRule;
}

/** By name. The parameters are written such as `text, [format], more…, unit:day|hour`. */
export type Descriptions = Readonly<
  Record<string, readonly [parameters: string, description: string, example: string]>
>;

export interface FunctionEntry {
  readonly name: string;
  readonly parameters: readonly ParameterEntry[];
  readonly description: string;
  readonly example: string;
}

export interface ParameterEntry {
  readonly name: string;
  readonly optional: boolean;
  /** Whether it can be repeated. */
  readonly repeated: boolean;
  /** The allowed values, if there are only a few. */
  readonly values: readonly string[];
}

/** The type of an option value. `limit` and `offset` are non-negative integers. */
export type OptionType = OptionValues & {
  /** Whether the local platform rejects it, unless it is `f`. */
  readonly notLocal?: true;
};

type OptionValues =
  | { readonly type: 'span' | 'date' | 'limit' | 'offset' | 'boolean' | 'field' | 'text' }
  | { readonly type: 'choice'; readonly values: readonly string[] };

export type CommandOptions = Readonly<Record<string, OptionType>>;

export const period = { duration: { type: 'span' }, from: { type: 'date' }, to: { type: 'date' } } as const;
/** Only a hint on how to run. */
export const hint = { parallel: { type: 'boolean' } } as const;
export const limit = { limit: { type: 'limit' } } as const;
export const parsing = { field: { type: 'field' }, overlay: { type: 'boolean' } } as const;

export const joinTypes = ['inner', 'left', 'right', 'full', 'cross', 'leftonly', 'rightonly'] as const;
export type JoinType = (typeof joinTypes)[number];
