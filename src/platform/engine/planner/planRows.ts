import type { CommandOf } from '../../../language/ast';
import type { NumberLiteral, ParameterReference } from '../../../language/expression';
import { readInteger } from '../../../language/values';
import { QueryRefusal } from '../plan/queryRefusal';
import { parameterText } from './commandOptionValues';
import type { CommandPlanning, OperatorBody } from './commandPlanning';
import type { PlanningContext } from './planningContext';
import { spanMilliseconds } from './timeRange';

export function planSort(command: CommandOf<'sort'>, { options }: CommandPlanning): readonly OperatorBody[] {
  if (command.keys.length === 0) throw new QueryRefusal('missing-sort-column');
  return [
    {
      operator: 'sort',
      keys: command.keys.map(({ field, descending }) => ({ field: field.name, descending })),
      limit: options.integer('limit'),
      by: command.by.map(({ name }) => name),
    },
  ];
}

export function planLimit(
  command: CommandOf<'limit'>,
  { context }: CommandPlanning,
): readonly OperatorBody[] {
  const maximum = rowCount(command.maximum, context);
  const offset = command.offset ? rowCount(command.offset, context) : 0;
  return [{ operator: 'limit', offset, maximum }];
}

function rowCount(written: NumberLiteral | ParameterReference | undefined, context: PlanningContext): number {
  if (written?.kind === 'parameter' && !context.parameters) return 0;
  const text = written?.kind === 'parameter' ? parameterText(written, context) : written?.text;
  const count = readInteger(text ?? '');
  if (count === undefined || count < 0) throw new QueryRefusal('invalid-limit');
  return count;
}

export function planParse(
  command: CommandOf<'parse'>,
  { options }: CommandPlanning,
): readonly OperatorBody[] {
  const isList = command.format === 'csv';
  return [
    {
      operator: 'parse',
      format: command.format,
      field: options.text('field') ?? 'line',
      overlay: options.boolean('overlay'),
      pairDelimiter: (isList ? options.text('delimiter') : options.text('pairdelim')) ?? (isList ? ',' : ' '),
      keyDelimiter: options.text('kvdelim') ?? '=',
      names: command.fields.map(({ name }) => name),
    },
  ];
}

export function planRepeat(
  _command: CommandOf<'repeat'>,
  { options }: CommandPlanning,
): readonly OperatorBody[] {
  const over = options.text('over');
  return [
    {
      operator: 'repeat',
      count: options.integer('count') ?? 1,
      overMilliseconds: over === undefined ? 0 : spanMilliseconds(over),
    },
  ];
}

export function planLookup(command: CommandOf<'lookup'>): readonly OperatorBody[] {
  const { table, key, outputs } = command;
  if (!table) throw new QueryRefusal('invalid-lookup-name');
  if (!key || outputs.length === 0) throw new QueryRefusal('output-token-not-found');
  return [
    {
      operator: 'lookup',
      table: table.text,
      // `lookup NAME key as in`: the field of the lookup, then that of the input rows if it differs.
      key: key.field.name,
      input: key.alias?.name ?? key.field.name,
      outputs: outputs.map(({ field, alias }) => ({ field: field.name, as: alias?.name ?? field.name })),
    },
  ];
}
