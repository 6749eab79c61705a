import { bindExpression } from '../plan/bindExpression';
import { strictly } from '../plan/planNode';
import type { Expression } from '../plan/planNode';
import { findColumn, overlayColumns } from '../plan/kind';
import type { Column, Schema } from '../plan/kind';
import type { Assignment, OperatorOf } from '../plan/operator';
import { printConversion } from './printConversion';
import { field, hasType, packMixed } from './printMixed';
import { printCondition, printExpression, printField } from './sqlExpression';
import { enginePattern, mayMatchNothing } from './printPattern';
import { ownFunction } from './ownFunctions';
import { quoteText } from '../../store/sqlText';
import { columnAt } from './sqlValues';

/**
 * A command that processes one row at a time, as a SELECT around another. Steps are fused with their source
 * into one statement: nothing is stored between them.
 */
export interface Step {
  /** The command whose rows are counted after this step; undefined if another step of it is counted. */
  readonly command: number | undefined;
  readonly schema: Schema;
  /** Whether it returns exactly one row per input row. */
  readonly keepsCount?: boolean;
  /** The condition of a filter, which a source can apply instead. */
  readonly predicate?: Expression | undefined;
  /** Whether it may change the order of rows. */
  readonly reorders?: boolean;
  /** The column with the order of the rows that it makes from one, if it makes several. */
  readonly order?: string | undefined;
  /**
   * `carried` are columns in addition to the schema, which contain the order of the rows. If there are any, a
   * step with an order adds its column.
   */
  print(from: string, carried: readonly string[]): string;
}

export type StepOperator = OperatorOf<
  'filter' | 'extend' | 'project' | 'rename' | 'reorder' | 'extract' | 'explode'
>;

/** The steps of an operator for rows of this schema. */
export function buildSteps(operator: StepOperator, schema: Schema): readonly Step[] {
  const { command } = operator;
  switch (operator.operator) {
    case 'filter': {
      const condition = strictly(bindExpression(operator.predicate, schema), 'bool');
      const step = filterStep(command, schema, printCondition(condition, schema));
      return [{ ...step, predicate: operator.predicate }];
    }
    case 'extend':
      return extendSteps(command, schema, operator.assignments);
    case 'project':
      return [pickStep(command, schema, projectedFields(operator, schema))];
    case 'rename':
      return [pickStep(command, schema, renamedFields(operator, schema))];
    case 'reorder': {
      const first = operator.fields.filter((field) => findColumn(schema, field));
      const rest = schema.map(({ name }) => name).filter((name) => !first.includes(name));
      return [pickStep(command, schema, [...first, ...rest.toSorted()].map(unchanged))];
    }
    case 'extract':
      return extractSteps(operator, schema);
    case 'explode':
      return explodeSteps(operator, schema);
    default:
      return operator satisfies never;
  }
}

export function filterStep(command: number, schema: Schema, condition: string): Step {
  const print = (from: string): string => `SELECT * FROM (${from}) WHERE ${condition}`;
  return { command, schema, print };
}

/** A SELECT list that names each expression by position. SQL does not allow an empty list. */
export function selectList(expressions: readonly string[], carried: readonly string[] = []): string {
  const named = expressions.map((expression, index) => `${expression} AS ${columnAt(index)}`);
  const all = [...named, ...carried];
  return all.length === 0 ? 'NULL AS nothing' : all.join(', ');
}

/** Selects expressions over the columns of the rows. */
export function mapStep(command: number, schema: Schema, expressions: readonly string[]): Step {
  const print = (from: string, carried: readonly string[]): string =>
    `SELECT ${selectList(expressions, carried)} FROM (${from})`;
  return { command, schema, keepsCount: true, print };
}

/** Each assignment sees the previous ones, so each is a step; the engine merges them. */
function extendSteps(command: number, input: Schema, assignments: readonly Assignment[]): readonly Step[] {
  let schema = input;
  return assignments.map(({ field, value }) => {
    const bound = bindExpression(value, schema);
    const step = assignStep(command, schema, [
      { name: field, kind: bound.kind, sql: printExpression(bound, schema) },
    ]);
    schema = step.schema;
    return step;
  });
}

/** A column and the expression that computes it. */
export interface PrintedColumn extends Column {
  readonly sql: string;
}

export function assignStep(command: number, schema: Schema, assigned: readonly PrintedColumn[]): Step {
  const result = overlayColumns(
    schema,
    assigned.map(({ name, kind }) => ({ name, kind })),
  );
  const expressions = result.map(
    ({ name }, index) => assigned.find((column) => column.name === name)?.sql ?? columnAt(index),
  );
  return mapStep(command, result, expressions);
}

interface PickedField {
  readonly from: string;
  readonly to: string;
}

function unchanged(name: string): PickedField {
  return { from: name, to: name };
}

function projectedFields({ fields, exclude }: OperatorOf<'project'>, schema: Schema): readonly PickedField[] {
  const names = exclude
    ? schema.map(({ name }) => name).filter((name) => !fields.includes(name))
    : [...new Set(fields)];
  return names.map(unchanged);
}

function renamedFields({ renames }: OperatorOf<'rename'>, schema: Schema): readonly PickedField[] {
  let picked = schema.map(({ name }) => unchanged(name));
  for (const { from, to } of renames) {
    if (from === to || !picked.some((field) => field.to === from)) continue;
    picked = picked
      .filter((field) => field.to !== to)
      .map((field) => (field.to === from ? { from: field.from, to } : field));
  }
  return picked;
}

/** A missing field becomes a column of nulls. */
function pickStep(command: number, schema: Schema, picked: readonly PickedField[]): Step {
  const columns = picked.map(({ from, to }) => ({
    name: to,
    kind: findColumn(schema, from)?.kind ?? 'null',
  }));
  const expressions = picked.map(({ from }) =>
    printExpression(bindExpression({ node: 'field', name: from }, schema), schema),
  );
  return mapStep(command, columns, expressions);
}

/** Whether a group of a pattern may take no part in a match. */
const optionalPart = /\||\)[?*{]/;

/**
 * A group that took no part in the match is null, but one that matched nothing is empty. The engine returns an empty
 * text for both; JavaScript tells them apart, in the rows and for the patterns in which it matters.
 */
function extractSteps(operator: OperatorOf<'extract'>, schema: Schema): readonly Step[] {
  const { text, groupCount, named, isLinear } = enginePattern(operator.pattern);
  const names = Array.from({ length: groupCount }, (_, index) => `'g${index + 1}'`).join(', ');
  const searched = printField(operator.field, 'string', schema);
  const groups = `CAST(${ownFunction('rex', searched, quoteText(operator.pattern))} AS JSON)`;
  const found = isLinear ? `regexp_extract(${searched}, ${quoteText(text)}, [${names}])` : groups;
  const columns = [...named].map(([name, group]): PrintedColumn => {
    const empty = optionalPart.test(text) ? `${groups} ->> ${group - 1}` : "''";
    const mayBeEmpty = mayMatchNothing(operator.pattern, name);
    if (isLinear && !mayBeEmpty) return { name, kind: 'string', sql: `nullif(found.g${group}, '')` };
    const linear = `CASE WHEN found.g${group} <> '' THEN found.g${group} WHEN regexp_matches(${searched}, ${quoteText(text)}) THEN ${empty} END`;
    return { name, kind: 'string', sql: isLinear ? linear : `found ->> ${group - 1}` };
  });
  const assign = assignStep(operator.command, schema, columns);
  // The match is a separate column, so that it is computed once for all groups.
  const print = (from: string, carried: readonly string[]): string =>
    assign.print(`SELECT *, ${found} AS found FROM (${from})`, carried);
  return columns.length === 0 ? [] : [{ ...assign, print }];
}

/** Creates a row for each item of a list. Other values and empty lists are unchanged. */
function explodeSteps({ command, field: exploded }: OperatorOf<'explode'>, schema: Schema): readonly Step[] {
  const index = schema.findIndex(({ name }) => name === exploded);
  const kind = schema[index]?.kind;
  if (kind !== 'list' && kind !== 'any') return [];
  const column = columnAt(index);
  const list = kind === 'any' ? field(column, 't') : column;
  const isList = `${kind === 'any' ? `${hasType(column, 'list')} AND ` : ''}json_array_length(${list}) > 0`;
  const split = `list_transform(CAST(CAST(${list} AS JSON) AS JSON[]), lambda item: ${packMixed('item', 'json')})`;
  const items = `CASE WHEN ${isList} THEN ${split} ELSE [${printConversion(column, kind, 'any')}] END`;
  const result: Schema = schema.map((existing) =>
    existing.name === exploded ? { name: exploded, kind: 'any' } : existing,
  );
  const order = `x${command}`;
  const expressions = schema.map((_, other) => (other === index ? 'unnest(items)' : columnAt(other)));
  const number = `generate_subscripts(items, 1) AS ${order}`;
  return [
    {
      command,
      schema: result,
      order,
      print: (from, carried) =>
        `SELECT ${selectList(expressions, carried.length === 0 ? [] : [...carried, number])}
 FROM (SELECT *, ${items} AS items FROM (${from}))`,
    },
  ];
}
