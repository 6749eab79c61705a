import type { Command, CommandOf, Query } from '../../../core/language/ast';
import { isJsonObject } from '../../../core/base/json';
import { parseQuery } from '../../../core/language/parseQuery';
import type { OperatorBody, OperatorOf, ReadPattern } from '../plan/operator';
import { contextFunctions } from '../plan/planFunctions';
import { literal } from '../plan/planNode';
import { QueryRejection } from '../plan/queryRejection';
import type { CommandOptionValues, CommandPlanning } from './commandOptionValues';
import { planExpression } from './planExpression';
import { planSearch } from './planSearch';

/** The names that `evalc` sets for every row. */
export function rowParametersOf({ commands }: Query): ReadonlySet<string> {
  return new Set(
    commands.flatMap((command) => {
      if (command.kind === 'evalc') return command.parameter?.text ?? [];
      return command.kind === 'through' && command.subquery
        ? [...rowParametersOf(command.subquery.query)]
        : [];
    }),
  );
}

export function planRemember(command: CommandOf<'evalc'>, { context }: CommandPlanning): OperatorBody {
  const name = `${context.scope ?? ''}/${command.parameter?.text ?? ''}`;
  return { operator: 'remember', name, value: planExpression(command.value, context) };
}

/** Whether the commands depend on what rows before did. */
export function usesRowState(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(usesRowState);
  if (!isJsonObject(part)) return false;
  const { kind, function: called } = part;
  if (kind === 'evtctx' || kind === 'evalc') return true;
  if (kind === 'call' && isJsonObject(called) && contextFunctions.has(String(called['text']))) return true;
  return Object.values(part).some(usesRowState);
}

export function planEventContext(command: CommandOf<'evtctx'>, planning: CommandPlanning): OperatorBody {
  const { context, options } = planning;
  const name = command.name.text;
  const [owner, topic] = [context.loginName, options.text('topic')];
  if (name === 'evtctxlist') return { operator: 'contexts', action: 'list', owner, topic };
  if (name === 'evtctxdrop') {
    requireOption(topic !== undefined || options.boolean('all'), planning);
    return { operator: 'contexts', action: 'drop', owner, topic };
  }
  const [key, limits] = [options.text('key'), limitsOf(options)];
  requireOption(key !== undefined && (topic === undefined) === options.boolean('dynamic'), planning);
  return {
    operator: 'feed',
    action: name === 'evtctxadd' ? 'add' : 'delete',
    ...{ owner, topic, key: key ?? '', limits },
    condition: command.condition ? planExpression(command.condition, context) : literal(true),
  };
}

/** During a check, parameters have no value yet. */
function requireOption(isGiven: boolean, { context }: CommandPlanning): void {
  if (!isGiven && context.parameters) throw new QueryRejection('invalid-option');
}

function limitsOf(options: CommandOptionValues): OperatorOf<'feed'>['limits'] {
  return {
    expire: options.text('expire'),
    timeout: options.text('timeout'),
    maxrows: options.text('maxrows'),
  };
}

export function planMatch(
  { fields, subquery }: CommandOf<'mpsearch'>,
  planning: CommandPlanning,
): OperatorBody {
  if (!subquery) throw new QueryRejection('missing-subquery');
  const read: ReadPattern = (pattern, condition) => {
    const searched = onlyCommand(`fulltext ${pattern}`);
    if (searched.kind !== 'fulltext' || !searched.condition) throw new QueryRejection('broken-expression');
    const tested = condition === null ? undefined : onlyCommand(`search ${condition}`);
    return {
      search: planSearch(searched.condition, planning),
      condition: tested?.kind === 'search' ? planExpression(tested.condition, planning.context) : undefined,
    };
  };
  const index = planning.addSubquery(subquery.query);
  return { operator: 'match', fields: fields.map(({ name }) => name), subquery: index, read };
}

function onlyCommand(text: string): Command {
  const { query, problems } = parseQuery(text);
  const [command, ...others] = query.commands;
  if (!command || others.length > 0 || problems.length > 0) throw new QueryRejection('broken-expression');
  return command;
}
