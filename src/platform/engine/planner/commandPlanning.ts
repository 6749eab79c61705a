import type { Query } from '../../../language/ast';
import type { Operator } from '../plan/operator';
import type { CommandOptionValues } from './commandOptionValues';
import type { PlanningContext } from './planningContext';

type Distribute<Union> = Union extends unknown ? Omit<Union, 'command'> : never;

/** An operator without the position of its command. */
export type OperatorBody = Distribute<Operator>;

export interface CommandPlanning {
  readonly context: PlanningContext;
  readonly options: CommandOptionValues;
  /** Plans a subquery and returns its index in the pipeline. */
  readonly addSubquery: (query: Query) => number;
}
