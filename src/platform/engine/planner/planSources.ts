import type { CommandOf, FulltextCondition, TableName } from '../../../core/language/ast';
import { JsonNumber } from '../plan/operator';
import type { OperatorBody, OperatorOf, RowRecord } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import { parameterText } from './commandOptionValues';
import type { CommandPlanning } from './commandOptionValues';
import { planExpression } from './planExpression';
import { timestampBefore } from './timeSpans';
import { readJsonRows } from '../../../core/language/readJsonRows';
import { literal } from '../plan/planNode';
import { commonKind } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';

export function planTable(command: CommandOf<'table'>, planning: CommandPlanning): readonly OperatorBody[] {
  const newestFirst = planning.options.text('order') !== 'asc';
  const columns = command.columns.map(({ name }) => name);
  const project: OperatorBody = { operator: 'project', fields: columns, exclude: false };
  return [
    scan(command.tables, planning, newestFirst),
    ...limits(planning),
    ...(columns.length > 0 ? [project] : []),
  ];
}

export function planFulltext(
  { condition, tables }: CommandOf<'fulltext'>,
  planning: CommandPlanning,
): readonly OperatorBody[] {
  if (!condition) throw new QueryRejection('unexpected-term');
  if (hasOther(condition)) throw new QueryRejection('unsupported-command', { name: 'fulltext' });
  const searched = tables.length > 0 ? tables : [everyTable];
  const newestFirst = planning.options.text('order') !== 'asc';
  return [scan(searched, planning, newestFirst, condition), ...limits(planning)];
}

const everyTable: TableName = {
  kind: 'tableName',
  from: 0,
  to: 0,
  name: '*',
  wildcard: true,
  optional: false,
};

/** Whether it has more than terms: a comparison, a range or a subquery. */
function hasOther(condition: FulltextCondition): boolean {
  switch (condition.kind) {
    case 'term':
      return false;
    case 'not':
      return hasOther(condition.operand);
    case 'and':
    case 'or':
      return hasOther(condition.left) || hasOther(condition.right);
    default:
      return true;
  }
}

export function planJson({ text }: CommandOf<'json'>, { context }: CommandPlanning): OperatorBody {
  if (!text) throw new QueryRejection('missing-json-quotation');
  if (text.kind === 'string') return { operator: 'rows', ...planJsonRows(text.value) };
  // During a check, parameters have no value yet.
  if (!context.parameters) return { operator: 'rows', schema: [], rows: [] };
  const planned = planExpression(text, context);
  if (planned.node !== 'literal') throw new QueryRejection('unsupported-command', { name: 'json' });
  const value = String(planned.value ?? '');
  if (!readJsonRows(value)) throw new QueryRejection('invalid-json');
  return { operator: 'rows', ...planJsonRows(value) };
}

export function planSystem({ object, tables }: CommandOf<'system'>): OperatorBody {
  const name = object?.text;
  if (name !== 'tables' && name !== 'queries' && name !== 'count') {
    throw new QueryRejection('unsupported-command', { name: `system ${name ?? ''}` });
  }
  return { operator: 'system', object: name, tables };
}

function scan(
  tables: CommandOf<'table'>['tables'],
  planning: CommandPlanning,
  newestFirst: boolean,
  terms?: FulltextCondition,
): OperatorBody {
  if (tables.length === 0) throw new QueryRejection('no-table-data-source');
  const named = tables.flatMap((table) => tablesOf(table, planning));
  return { operator: 'scan', tables: named, ...timeRange(planning), newestFirst, terms };
}

/** A table whose name comes from a parameter; none during a check, when parameters have no value yet. */
function tablesOf(table: TableName, { context }: CommandPlanning): readonly TableName[] {
  if (table.node !== undefined) throw new QueryRejection('unsupported-command', { name: `${table.node}:` });
  if (table.selection) throw new QueryRejection('unsupported-command', { name: 'meta' });
  if (!table.parameter) return [table];
  if (!context.parameters) return [];
  const text = parameterText(table.parameter, context) ?? '';
  const name = text.replace(/\?$/, '');
  if (name === '') throw new QueryRejection('no-table-data-source');
  return [{ ...table, name, wildcard: name.includes('*'), optional: name !== text }];
}

function timeRange({ options, context }: CommandPlanning): Pick<OperatorOf<'scan'>, 'from' | 'to'> {
  const { now, due, timeZone } = context;
  const duration = options.text('duration');
  if (duration !== undefined) return { from: timestampBefore(now, duration, timeZone), to: due };
  return { from: options.timestamp('from'), to: options.timestamp('to') };
}

export function limits({ options }: CommandPlanning): readonly OperatorBody[] {
  const [offset, maximum] = [options.integer('offset'), options.integer('limit')];
  if (offset === undefined && maximum === undefined) return [];
  return [{ operator: 'limit', offset: offset ?? 0, maximum: maximum ?? Number.MAX_SAFE_INTEGER }];
}

/** The rows of a `json` text and their columns, in order of first appearance. */
function planJsonRows(text: string): { readonly schema: Schema; readonly rows: readonly RowRecord[] } {
  const rows = readJsonRows(text, exactNumber) ?? [];
  return { schema: schemaOf(rows), rows };
}

/** JavaScript would round a long number, or drop its point. */
function exactNumber(text: string): unknown {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : new JsonNumber(text);
}

function schemaOf(rows: readonly RowRecord[]): Schema {
  const kinds = new Map<string, Kind>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      kinds.set(name, commonKind(kinds.get(name) ?? 'null', kindOf(value)));
    }
  }
  return [...kinds].map(([name, kind]) => ({ name, kind }));
}

/** Integers have up to 38 digits; with more they are decimals. */
const integerPattern = /^-?\d{1,38}$/;

function kindOf(value: unknown): Kind {
  if (value instanceof JsonNumber) {
    return integerPattern.test(value.text) ? literal(BigInt(value.text)).kind : 'double';
  }
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'list' : 'map';
  const known = value as string | number | bigint | boolean | null;
  return typeof known === 'number' ? 'long' : literal(known).kind;
}
