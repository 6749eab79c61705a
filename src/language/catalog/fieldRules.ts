import type { Command, CommandKind, CommandOf, Query } from '../ast';
import type { FieldReference } from '../expression';

/** The fields of rows at some point of a pipeline, as far as the text shows. */
export interface FieldFlow {
  readonly names: ReadonlySet<string>;
  /** Tables whose fields are in the rows; their names must be looked up. */
  readonly tables: ReadonlySet<string>;
  /** Whether rows may have other fields. */
  readonly open: boolean;
}

/** The fields after a command. */
export type FieldRule = (
  flow: FieldFlow,
  command: Command,
  ofQuery: (query: Query) => FieldFlow,
) => FieldFlow;

/** For commands whose columns only the platform knows. */
export const unknownFields: FieldRule = (flow) => ({ ...flow, open: true });

/** For commands whose rows also have the fields of their subqueries. */
export const withSubqueries: FieldRule = (flow, { subqueries }, ofQuery) =>
  subqueries.reduce((merged, { query }) => merge(merged, ofQuery(query)), flow);

/** The rule of a command that is read as this kind; with arguments that are not read it may return anything. */
export function follow<Kind extends CommandKind>(
  kind: Kind,
  rule: (flow: FieldFlow, command: CommandOf<Kind>) => FieldFlow,
): FieldRule {
  const isKind = (command: Command): command is Command & CommandOf<Kind> => command.kind === kind;
  return (flow, command) => (isKind(command) ? rule(flow, command) : { ...flow, open: true });
}

/** For commands that only add fields. */
export function add<Kind extends CommandKind>(
  kind: Kind,
  names: (command: CommandOf<Kind>) => readonly string[],
): FieldRule {
  return follow(kind, (flow, command) => withFields(flow, names(command)));
}

const ownFields = ['_table', '_time', '_id', 'line'];

export function ofTables(kind: 'table' | 'fulltext'): FieldRule {
  return follow(kind, (_flow, { tables }) => ({
    names: new Set(ownFields),
    tables: new Set(tables.map(({ name }) => name)),
    open: true,
  }));
}

export const groups = follow('stats', (_flow, { aggregates, by }) =>
  onlyFields([...namesOf(by), ...aggregates.map(({ column }) => column)]),
);

export const parsed = follow('parse', (flow, { fields }) => ({
  ...withFields(flow, namesOf(fields)),
  open: fields.length === 0 || flow.open,
}));

export function namesOf(fields: readonly FieldReference[]): readonly string[] {
  return fields.map(({ name }) => name);
}

export function onlyFields(names: readonly string[]): FieldFlow {
  return { names: new Set(names), tables: new Set(), open: false };
}

export function withFields(flow: FieldFlow, names: readonly string[]): FieldFlow {
  return { ...flow, names: new Set([...flow.names, ...names]) };
}

export function withoutFields(flow: FieldFlow, names: readonly string[]): FieldFlow {
  return { ...flow, names: new Set([...flow.names].filter((name) => !names.includes(name))) };
}

function merge(one: FieldFlow, other: FieldFlow): FieldFlow {
  return {
    names: new Set([...one.names, ...other.names]),
    tables: new Set([...one.tables, ...other.tables]),
    open: one.open || other.open,
  };
}
