import type { CommandOf, FulltextCondition } from '../../../language/ast';
import { JsonNumber } from '../plan/operator';
import type { OperatorBody, OperatorOf, RowRecord } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import type { CommandPlanning } from './commandOptionValues';
import { timestampBefore, timestampOf } from './timeRange';
import { readJsonRows } from '../../../language/readJsonRows';
import { mapLeaves } from '../../../shared/json';
import { literal } from '../plan/expression';
import { commonKind } from '../plan/kind';
import type { Kind, Schema } from '../plan/kind';

export function planTable(command: CommandOf<'table'>, planning: CommandPlanning): readonly OperatorBody[] {
  const newestFirst = planning.options.text('order') !== 'asc';
  return [scan(command.tables, planning, newestFirst), ...limits(planning)];
}

export function planFulltext(
  { condition, tables }: CommandOf<'fulltext'>,
  planning: CommandPlanning,
): readonly OperatorBody[] {
  if (!condition) throw new QueryRejection('unexpected-term');
  return [scan(tables, planning, true, condition), ...limits(planning)];
}

export function planJson({ text }: CommandOf<'json'>): OperatorBody {
  if (!text) throw new QueryRejection('missing-json-quotation');
  return { operator: 'rows', ...planJsonRows(text.value) };
}

export function planSystem({ object, tables }: CommandOf<'system'>): OperatorBody {
  const name = object?.text;
  if (name !== 'tables' && name !== 'queries' && name !== 'count') {
    throw new QueryRejection('unsupported-command');
  }
  return { operator: 'system', object: name, tables };
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
  planning: CommandPlanning,
): readonly OperatorBody[] {
  if (!planning.context.mayImport) throw new QueryRejection('no-permission');
  if (!target) throw new QueryRejection('no-table-data-source');
  const scanned = scan(source ? [source] : [], planning, false);
  return [scanned, { operator: 'import', table: target.name }];
}

function scan(
  tables: CommandOf<'table'>['tables'],
  planning: CommandPlanning,
  newestFirst: boolean,
  terms?: FulltextCondition,
): OperatorBody {
  if (tables.length === 0) throw new QueryRejection('no-table-data-source');
  return { operator: 'scan', tables, ...timeRange(planning), newestFirst, terms };
}

function timeRange({ options, context }: CommandPlanning): Pick<OperatorOf<'scan'>, 'from' | 'to'> {
  const { now, due, timeZone } = context;
  const duration = options.text('duration');
  if (duration !== undefined) return { from: timestampBefore(now, duration, timeZone), to: due };
  const [from, to] = [options.text('from'), options.text('to')];
  const timestamp = (text: string | undefined): Date | undefined =>
    text === undefined ? undefined : timestampOf(text, timeZone);
  return { from: timestamp(from), to: timestamp(to) };
}

function limits({ options }: CommandPlanning): readonly OperatorBody[] {
  const [offset, maximum] = [options.integer('offset'), options.integer('limit')];
  if (offset === undefined && maximum === undefined) return [];
  return [{ operator: 'limit', offset: offset ?? 0, maximum: maximum ?? Number.MAX_SAFE_INTEGER }];
}

/** The rows of a `json` text and their columns, in order of first appearance. */
function planJsonRows(text: string): { readonly schema: Schema; readonly rows: readonly RowRecord[] } {
  const rows = (readJsonRows(withExactNumbers(text)) ?? []).map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [field, mapLeaves(value, restoreNumber)])),
  );
  return { schema: schemaOf(rows), rows };
}

const numberMark = '\u0001number:';

/** Marks numbers that JavaScript would round, or whose point it would drop, as strings. */
function withExactNumbers(text: string): string {
  return text.replaceAll(
    /"[^"\\]*(?:\\[^][^"\\]*)*"|'[^'\\]*(?:\\[^][^'\\]*)*'|(?<![\w.+-])(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/g,
    (whole, number: string | undefined) =>
      number === undefined || /^-?\d{1,15}$/.test(number) ? whole : JSON.stringify(`${numberMark}${number}`),
  );
}

function restoreNumber(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(numberMark)) {
    return new JsonNumber(value.slice(numberMark.length));
  }
  // Half of a surrogate pair has no UTF-8 form.
  return typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '\uFFFD') : value;
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
