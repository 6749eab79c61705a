import type { Command, Query, CommandOf } from '../ast';
import type { FieldReference } from '../expression';

/** The fields of rows at some point of a pipeline, as far as the text shows. */
export interface FieldFlow {
  readonly names: ReadonlySet<string>;
  /** Tables whose fields are in the rows; their names must be looked up. */
  readonly tables: ReadonlySet<string>;
  /** Whether rows may have other fields. */
  readonly open: boolean;
}

/** Follows the fields through all commands. */
export function fieldsAfter(commands: readonly Command[]): FieldFlow {
  return commands.reduce(pass, nothing);
}

export function fieldsOf(query: Query): FieldFlow {
  return fieldsAfter(query.commands);
}

const nothing: FieldFlow = { names: new Set(), tables: new Set(), open: false };
const ownFields = ['_table', '_time', '_id', 'line'];

function pass(flow: FieldFlow, command: Command): FieldFlow {
  if (isOpen(command)) return { ...flow, open: true };
  if (addsSubqueries(command))
    return command.subqueries.reduce((merged, { query }) => merge(merged, fieldsOf(query)), flow);
  switch (command.kind) {
    case 'table':
    case 'fulltext':
      return {
        names: new Set(ownFields),
        tables: new Set(command.tables.map(({ name }) => name)),
        open: true,
      };
    case 'json':
      return closed(command.rows.flatMap((row) => Object.keys(row)));
    case 'stats':
    case 'timechart':
    case 'pivot':
      return passAggregates(command);
    default:
      return passFields(flow, command);
  }
}

/** Commands whose rows also have the fields of their subqueries. */
function addsSubqueries({ kind }: Command): boolean {
  return ['join', 'union', 'gather'].includes(kind);
}

type OpenCommand = Extract<Command, { readonly kind: (typeof openKinds)[number] }>;

/** Commands whose columns only the platform knows. */
const openKinds = ['system', 'result', 'memlookup', 'other'] as const;

function isOpen(command: Command): command is OpenCommand {
  return openKinds.some((kind) => kind === command.kind);
}

/** The groups of `timechart` and `pivot` become columns whose names depend on the rows. */
function passAggregates(
  command: CommandOf<'stats'> | CommandOf<'timechart'> | CommandOf<'pivot'>,
): FieldFlow {
  if (command.kind === 'pivot') return { ...closed(namesOf(command.rowFields)), open: true };
  const columns = command.aggregates.map(({ column }) => column);
  if (command.kind === 'stats') return closed([...namesOf(command.by), ...columns]);
  return { ...closed(['_time', ...columns]), open: command.by.length > 0 };
}

/** Commands that only add, remove or rename fields. */
function passFields(flow: FieldFlow, command: Command): FieldFlow {
  switch (command.kind) {
    case 'eval':
      return add(
        flow,
        command.assignments.map(({ target }) => target.name),
      );
    case 'fields':
      return command.exclude ? remove(flow, namesOf(command.fields)) : closed(namesOf(command.fields));
    case 'rename': {
      const rest = remove(flow, namesOf(command.renames.map(({ source }) => source)));
      return add(rest, namesOf(command.renames.map(({ target }) => target)));
    }
    case 'rex':
      return add(flow, command.groups);
    case 'parse':
      return { ...add(flow, namesOf(command.fields)), open: command.fields.length === 0 || flow.open };
    case 'prev':
      return add(
        flow,
        namesOf(command.fields).map((name) => `prev_${name}`),
      );
    case 'lookup':
      return add(flow, namesOf(command.outputs.map(({ field, alias }) => alias ?? field)));
    default:
      return flow;
  }
}

function namesOf(fields: readonly FieldReference[]): readonly string[] {
  return fields.map(({ name }) => name);
}

function closed(names: readonly string[]): FieldFlow {
  return { names: new Set(names), tables: new Set(), open: false };
}

function add(flow: FieldFlow, names: readonly string[]): FieldFlow {
  return { ...flow, names: new Set([...flow.names, ...names]) };
}

function remove(flow: FieldFlow, names: readonly string[]): FieldFlow {
  return { ...flow, names: new Set([...flow.names].filter((name) => !names.includes(name))) };
}

function merge(one: FieldFlow, other: FieldFlow): FieldFlow {
  return {
    names: new Set([...one.names, ...other.names]),
    tables: new Set([...one.tables, ...other.tables]),
    open: one.open || other.open,
  };
}
