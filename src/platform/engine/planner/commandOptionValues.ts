import type { Command, OptionValue, Query } from '../../../core/language/ast';
import { commandOptions } from '../../../core/language/catalog/catalog';
import type { ParameterReference } from '../../../core/language/expression';
import { checkOptionText } from '../../../core/language/readOptions';
import { readBoolean } from '../../../core/language/values';
import type { Literal } from '../plan/planNode';
import { QueryRejection } from '../plan/queryRejection';
import { planExpression } from './planExpression';
import type { PlanningContext } from './planningContext';
import { timestampOf } from './timeSpans';

/** The options of one command, with parameters replaced by their values and checked like literals. */
export class CommandOptionValues {
  constructor(
    private readonly command: Command,
    private readonly context: PlanningContext,
  ) {}

  /** Undefined if the option is absent or a parameter without a known value. */
  text(name: string): string | undefined {
    const value = this.valueOf(name);
    switch (value?.kind) {
      case 'word':
        return value.text;
      case 'string':
        return value.value;
      case 'parameter':
        return this.parameterText(name, value);
      default:
        return undefined;
    }
  }

  integer(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : Number(text);
  }

  boolean(name: string): boolean {
    return readBoolean(this.text(name) ?? 'f') ?? false;
  }

  /** The time of an option that is a prefix of `yyyyMMddHHmmss`, or a parameter with a date. */
  timestamp(name: string): Date | undefined {
    const { context } = this;
    const value = this.valueOf(name);
    if (value?.kind !== 'parameter') {
      const text = this.text(name);
      return text === undefined ? undefined : timestampOf(text, context.timeZone);
    }
    const planned = context.parameters && planExpression(value, context);
    if (planned?.node !== 'literal' || planned.value === null) return undefined;
    return planned.value instanceof Date
      ? planned.value
      : timestampOf(String(planned.value), context.timeZone);
  }

  private valueOf(name: string): OptionValue | undefined {
    return this.command.options.findLast((option) => option.name.text === name)?.value;
  }

  private parameterText(name: string, reference: ParameterReference): string | undefined {
    const text = parameterText(reference, this.context);
    const type = commandOptions[this.command.name.text]?.[name];
    if (text === undefined || !type) return undefined;
    const failure = checkOptionText(text, type);
    if (failure) throw new QueryRejection(failure);
    return text;
  }
}

/** The value of a parameter outside an expression. */
export function parameterText(reference: ParameterReference, context: PlanningContext): string | undefined {
  if (!context.parameters) return undefined;
  const planned = planExpression(reference, context);
  return planned.node === 'literal' ? literalText(planned) : undefined;
}

function literalText({ value }: Literal): string | undefined {
  if (value === null) return undefined;
  return value instanceof Date ? value.toISOString() : String(value);
}

export interface CommandPlanning {
  readonly context: PlanningContext;
  readonly options: CommandOptionValues;
  /** Plans a subquery and returns its index in the pipeline. */
  readonly addSubquery: (query: Query) => number;
}
