import type { CommandOf, FulltextCondition } from '../../../language/ast';
import type { TermCondition } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import type { CommandOptionValues, CommandPlanning } from './commandOptionValues';
import { planJsonRows } from './jsonRows';
import type { OperatorBody, PlanningContext } from './planningContext';
import { timestampBefore, timestampOf } from './timeRange';

export function planTable(
  command: CommandOf<'table'>,
  { context, options }: CommandPlanning,
): readonly OperatorBody[] {
  return [scan(command.tables, context, options, options.text('order') !== 'asc'), ...limits(options)];
}

export function planFulltext(
  command: CommandOf<'fulltext'>,
  { context, options }: CommandPlanning,
): readonly OperatorBody[] {
  if (!command.condition) throw new QueryRejection('unexpected-term');
  const terms = termCondition(command.condition);
  return [scan(command.tables, context, options, true, terms), ...limits(options)];
}

export function planJson({ text }: CommandOf<'json'>): readonly OperatorBody[] {
  if (!text) throw new QueryRejection('missing-json-quotation');
  return [{ operator: 'rows', ...planJsonRows(text.value) }];
}

export function planSystem({ object, tables }: CommandOf<'system'>): readonly OperatorBody[] {
  const name = object?.text;
  if (name !== 'tables' && name !== 'queries' && name !== 'count') {
    throw new QueryRejection('unsupported-command');
  }
  const named = tables.map((table) => ({ name: table.name, optional: table.optional }));
  return [{ operator: 'system', object: name, tables: named }];
}

/** The rows of all subqueries, one after another. */
export function planGather(
  { subqueries }: CommandOf<'gather'>,
  { addSubquery }: CommandPlanning,
): readonly OperatorBody[] {
  const added = subqueries.map(({ query }): OperatorBody => ({
    operator: 'union',
    subquery: addSubquery(query),
  }));
  return [{ operator: 'rows', schema: [], rows: [] }, ...added];
}

export function planCopyTable(
  { source, target }: CommandOf<'copytable'>,
  { context, options }: CommandPlanning,
): readonly OperatorBody[] {
  if (!context.mayImport) throw new QueryRejection('no-permission');
  if (!target) throw new QueryRejection('no-table-data-source');
  const scanned = scan(source ? [source] : [], context, options, false);
  return [scanned, { operator: 'import', table: target.name }];
}

function scan(
  names: CommandOf<'table'>['tables'],
  context: PlanningContext,
  options: CommandOptionValues,
  newestFirst: boolean,
  terms?: TermCondition,
): OperatorBody {
  if (names.length === 0) throw new QueryRejection('no-table-data-source');
  const tables = names.map(({ name, optional }) => ({ name, optional }));
  return { operator: 'scan', tables, ...timeRange(options, context), newestFirst, terms };
}

function timeRange(
  options: CommandOptionValues,
  { now, due, timeZone }: PlanningContext,
): { readonly from: Date | undefined; readonly to: Date | undefined } {
  const duration = options.text('duration');
  if (duration !== undefined) return { from: timestampBefore(now, duration, timeZone), to: due };
  const [from, to] = [options.text('from'), options.text('to')];
  const timestamp = (text: string | undefined): Date | undefined =>
    text === undefined ? undefined : timestampOf(text, timeZone);
  return { from: timestamp(from), to: timestamp(to) };
}

function limits(options: CommandOptionValues): readonly OperatorBody[] {
  const [offset, maximum] = [options.integer('offset'), options.integer('limit')];
  if (offset === undefined && maximum === undefined) return [];
  return [{ operator: 'limit', offset: offset ?? 0, maximum: maximum ?? Number.MAX_SAFE_INTEGER }];
}

function termCondition(condition: FulltextCondition): TermCondition {
  switch (condition.kind) {
    case 'term':
      return { node: 'term', text: condition.value };
    case 'not':
      return { node: 'not', operand: termCondition(condition.operand) };
    case 'and':
    case 'or':
      return {
        node: condition.kind,
        left: termCondition(condition.left),
        right: termCondition(condition.right),
      };
    default:
      return condition satisfies never;
  }
}
