import type { ErrorKey } from '../errorCodes';
import type { ArgumentRule } from './argumentRules';
import type { FieldRule } from './fieldSteps';

/** What a command does besides transforming rows. The write lock and the checks of assistants use it. */
export type Effect =
  | 'reads'
  /** Files of the server. */
  | 'readsFiles'
  /** For rows that arrive from now on, as long as its window says. */
  | 'waits'
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

/** A command as it is described. Documentation, editor and checks are derived from it. */
export interface CommandEntry {
  readonly name: string;
  readonly syntax: string;
  readonly description: string;
  readonly korean: string;
  /** Empty if the syntax says it all. */
  readonly example: string;
  readonly effect: Effect;
  /** Whether a query starts with it. */
  readonly isSource: boolean;
  /** Whether it takes names of tables or the like, in which `-`, `*` and `?` are no operators. */
  readonly namesTables: boolean;
  /** Whether each row of its output depends on one row of its input, and their order stays. With `limit` it is not so. */
  readonly isRowwise: boolean;
  /** Whether its arguments are a text of another language, such as SQL. */
  readonly isRaw: boolean;
  readonly runsLocally: boolean;
  readonly options: CommandOptions;
  /** The fields of its rows, or those that it adds, as far as they are known. */
  readonly adds: readonly string[];
}

export interface CommandRules {
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
  /** `key` is the error of another value, if it has its own. */
  | { readonly type: 'choice'; readonly values: readonly string[]; readonly key?: ErrorKey };

export type CommandOptions = Readonly<Record<string, OptionType>>;

export const joinTypes = ['inner', 'left', 'right', 'full', 'cross', 'leftonly', 'rightonly'] as const;
export type JoinType = (typeof joinTypes)[number];
