import type { CommandOf } from '../../../core/language/ast';
import type { NumberLiteral, ParameterReference } from '../../../core/language/expression';
import { readInteger } from '../../../core/language/values';
import type { OperatorBody } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import { parameterText } from './commandOptionValues';
import type { CommandPlanning } from './commandOptionValues';
import type { PlanningContext } from './planningContext';
import { spanMilliseconds } from './timeSpans';

export function planSort(command: CommandOf<'sort'>, { options }: CommandPlanning): OperatorBody {
  if (command.keys.length === 0) throw new QueryRejection('missing-sort-column');
  const keys = command.keys.map(({ field, descending }) => ({ field: field.name, descending }));
  return { operator: 'sort', keys, limit: options.integer('limit'), by: command.by.map(({ name }) => name) };
}

export function planLimit(command: CommandOf<'limit'>, { context }: CommandPlanning): OperatorBody {
  const maximum = rowCount(command.maximum, context);
  const offset = command.offset ? rowCount(command.offset, context) : 0;
  return { operator: 'limit', offset, maximum };
}

function rowCount(written: NumberLiteral | ParameterReference | undefined, context: PlanningContext): number {
  if (written?.kind === 'parameter' && !context.parameters) return 0;
  const text = written?.kind === 'parameter' ? parameterText(written, context) : written?.text;
  const count = readInteger(text ?? '');
  if (count === undefined || count < 0) throw new QueryRejection('invalid-limit');
  return count;
}

export function planRepeat(_command: CommandOf<'repeat'>, { options }: CommandPlanning): OperatorBody {
  const over = options.text('over');
  const overMilliseconds = over === undefined ? 0 : spanMilliseconds(over);
  return { operator: 'repeat', count: options.integer('count') ?? 1, overMilliseconds };
}

const missingGeoip = 'lookup geoip (start the platform with --geoip FILE)';

export function planLookup(command: CommandOf<'lookup'>, { context }: CommandPlanning): OperatorBody {
  const { table, key, outputs } = command;
  if (!table) throw new QueryRejection('invalid-lookup-name');
  if (!key || outputs.length === 0) throw new QueryRejection('output-token-not-found');
  const input = key.alias?.name ?? key.field.name;
  const named = outputs.map(({ field, alias }) => ({ field: field.name, as: alias?.name ?? field.name }));
  if (table.text === 'geoip') {
    if (context.hasGeoip) return { operator: 'geoip', input, outputs: named };
    throw new QueryRejection('unsupported-command', { name: missingGeoip });
  }
  return {
    operator: 'lookup',
    table: table.text,
    // `lookup NAME key as in`: the field of the lookup, then that of the input rows if it differs.
    key: key.field.name,
    input,
    outputs: named,
  };
}
