import type { CommandOf, TableName } from '../../../core/language/ast';
import { isLocalNode, isLocalObject } from '../../../core/language/catalog/systemObjects';
import type { Expression } from '../../../core/language/expression';
import { exactNumber, JsonNumber } from '../plan/operator';
import type {
  Assignment,
  MetadataTest,
  NamedTable,
  OperatorBody,
  OperatorOf,
  RowRecord,
  SearchCondition,
  SystemObject,
} from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import type { CommandPlanning } from './commandOptionValues';
import { planExpression } from './planExpression';
import type { PlanningContext } from './planningContext';
import { planSearch } from './planSearch';
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
  const newestFirst = planning.options.text('order') !== 'asc';
  const searched = tables.length > 0 ? tables.map(withoutIndex) : [everyTable];
  return [scan(searched, planning, newestFirst, planSearch(condition, planning)), ...limits(planning)];
}

const everyTable: TableName = {
  kind: 'tableName',
  from: 0,
  to: 0,
  name: '*',
  wildcard: true,
  optional: false,
};

/** `TABLE.INDEX`: the local platform searches without an index. */
function withoutIndex(table: TableName): TableName {
  return { ...table, name: table.name.replace(/\..*$/, '') };
}

export function planJson(command: CommandOf<'json'>, { context }: CommandPlanning): OperatorBody {
  const { text } = command;
  if (!text) throw new QueryRejection('missing-json-quotation');
  if (text.kind === 'string') return { operator: 'rows', ...planJsonRows(text.value) };
  // During a check, parameters have no value yet.
  if (!context.parameters) return { operator: 'rows', schema: [], rows: [] };
  const value = String(context.texts?.get(command)?.value ?? '');
  if (!readJsonRows(value)) throw new QueryRejection('invalid-json');
  return { operator: 'rows', ...planJsonRows(value) };
}

/** The objects of others are those of an administrator. */
const restricted: ReadonlySet<string> = new Set(['logs', 'nodes']);

function isSystemObject(name: string): name is SystemObject {
  return isLocalObject(name) && name !== 'count';
}

export function planSystem(
  { object, tables }: CommandOf<'system'>,
  planning: CommandPlanning,
): readonly OperatorBody[] {
  const { options, context } = planning;
  const name = object?.text ?? '';
  const named = tables.flatMap((table) => tablesOf(table, planning));
  const days = { from: options.timestamp('from'), to: dayAfter(options.timestamp('to')) };
  if (name === 'count') return countDays(named, days);
  if (!isSystemObject(name)) throw new QueryRejection('unsupported-command', { name: `system ${name}` });
  if (restricted.has(name) && !context.isAdministrator) {
    throw new QueryRejection(name === 'logs' ? 'no-system-logs-permission' : 'no-permission');
  }
  const period = name === 'logs' ? timeRange(planning) : days;
  const isVerbose = name === 'tables' && options.boolean('verbose');
  return [
    { operator: 'system', object: name, tables: named, ...period, tail: options.integer('tail'), isVerbose },
  ];
}

/** The days of `system` are included. */
function dayAfter(day: Date | undefined): Date | undefined {
  return day && new Date(day.getTime() + 86_400_000);
}

/** A row per table and day. */
function countDays(
  tables: readonly NamedTable[],
  days: Pick<OperatorOf<'scan'>, 'from' | 'to'>,
): readonly OperatorBody[] {
  const counted = tables.length === 0 ? [{ name: '*', optional: true }] : tables;
  const constant = (field: string, value: bigint | null): Assignment => ({ field, value: literal(value) });
  return [
    { operator: 'scan', tables: counted, ...days, newestFirst: true, condition: undefined },
    {
      operator: 'aggregate',
      aggregates: [{ function: 'count', argument: undefined, percent: undefined, column: 'count' }],
      by: ['_table'],
      columns: [],
      interval: { span: '1d', offset: undefined },
    },
    {
      operator: 'extend',
      assignments: [
        { field: 'table', value: { node: 'field', name: '_table' } },
        ...[constant('sk', null), constant('era', 0n), constant('sto_class', 0n), constant('sto_path', null)],
      ],
    },
    {
      operator: 'project',
      fields: ['_time', 'sk', 'table', 'count', 'era', 'sto_class', 'sto_path'],
      exclude: false,
    },
  ];
}

function scan(
  tables: CommandOf<'table'>['tables'],
  planning: CommandPlanning,
  newestFirst: boolean,
  condition?: SearchCondition,
): OperatorBody {
  if (tables.length === 0) throw new QueryRejection('no-table-data-source');
  const named = tables.flatMap((table) => tablesOf(table, planning));
  return { operator: 'scan', tables: named, ...timeRange(planning), newestFirst, condition };
}

/** A table whose name comes from a parameter; none during a check, when parameters have no value yet. */
function tablesOf(table: TableName, { context }: CommandPlanning): readonly NamedTable[] {
  const { node, selection, parameter } = table;
  if (node !== undefined && !isLocalNode(node)) {
    throw new QueryRejection('unsupported-command', { name: `${node}:` });
  }
  if (!parameter && !selection) return [{ name: table.name, optional: table.optional }];
  if (!context.parameters) return [];
  if (selection) return selectedTables(selection.map((part) => textOf(part, context)));
  const text = textOf(parameter, context);
  const name = text.replace(/\?$/, '');
  if (name === '') throw new QueryRejection('no-table-data-source');
  return [{ name, optional: name !== text }];
}

function textOf(written: Expression | undefined, context: PlanningContext): string {
  const planned = written && planExpression(written, context);
  return planned?.node === 'literal' ? String(planned.value ?? '') : '';
}

/** `meta("key==value and key2!=x*", "name*")`. */
function selectedTables([condition = '', ...names]: readonly string[]): readonly NamedTable[] {
  const metadata = condition.split(/\s+or\s+/).map((all) => all.split(/\s+and\s+/).map(metadataTest));
  return (names.length === 0 ? ['*'] : names).map((name) => ({ name, optional: true, metadata }));
}

function metadataTest(text: string): MetadataTest {
  const [, key, operator, value] = /^\s*([^\s=!]+)\s*(==|!=)\s*"?(.*?)"?\s*$/.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new QueryRejection('broken-expression');
  return { key, value, isEqual: operator === '==' };
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
  return { schema: schemaOfRows(rows), rows };
}

/** The columns of rows, in order of first appearance. */
export function schemaOfRows(rows: readonly RowRecord[]): Schema {
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
  if (value instanceof Date) return 'date';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'list' : 'map';
  const known = (value ?? null) as string | number | bigint | boolean | null;
  return typeof known === 'number' ? 'long' : literal(known).kind;
}
