import type { Command, CommandOf, Query } from '../ast';
import { findCommand } from '../catalog/catalog';
import type { FieldStep } from '../catalog/fieldSteps';
import type { FieldReference } from '../expression';

/** The fields of rows at some point of a pipeline, as far as the text shows. */
export interface FieldFlow {
  readonly names: FieldNames;
  /** Tables whose fields are in the rows; their names must be looked up. */
  readonly tables: ReadonlySet<string>;
  /** Fields that were removed or renamed, which the tables therefore do not provide. */
  readonly removed: ReadonlySet<string>;
  /** Whether rows may have fields besides those. */
  readonly open: boolean;
}

/** Follows the fields through all commands. */
export function fieldsAfter(commands: readonly Command[]): FieldFlow {
  return commands.flatMap(fieldSteps).reduce((flow, step) => passStep(flow, step), noFields);
}

export function fieldsOf(query: Query): FieldFlow {
  return fieldsAfter(query.commands);
}

/** What a command does to the fields of rows. */
export function fieldSteps(command: Command): readonly FieldStep[] {
  // The rows pass through its commands.
  if (command.kind === 'through') return command.subquery?.query.commands.flatMap(fieldSteps) ?? nothing;
  const own = ownSteps(command);
  return command.options.length === 0 ? own : [...optionSteps(command), ...own];
}

function ownSteps(command: Command): readonly FieldStep[] {
  const known = findCommand(command.name.text);
  if (known?.fields) return known.fields(command);
  if (command.kind === 'other') return otherSteps(command);
  return known ? [{ kind: 'add', names: known.adds, from: [] }] : nothing;
}

const nothing: readonly FieldStep[] = [];

/** The arguments may name any field, and the command may add others than are known. */
function otherSteps({ name, arguments: text, subqueries }: CommandOf<'other'>): readonly FieldStep[] {
  const words = text.match(/[\p{L}\p{N}_.]+/gu) ?? [];
  return [
    { kind: 'open', from: words },
    { kind: 'add', names: findCommand(name.text)?.adds ?? [], from: words },
    ...subqueries.map(({ query }) => ({ kind: 'subquery', query, rows: 'none' }) as const),
  ];
}

function optionSteps({ options }: Command): readonly FieldStep[] {
  return options.flatMap(({ name, value }): readonly FieldStep[] => {
    if (value.kind === 'parameter') return [{ kind: 'compute', values: [value] }];
    if (name.text !== 'field' || value.kind !== 'word') return [];
    const field: FieldReference = { kind: 'field', name: value.text, from: value.from, to: value.to };
    return [{ kind: 'read', fields: [field] }];
  });
}

/** The fields after one step. Callers that have followed the subqueries already pass their fields. */
export function passStep(flow: FieldFlow, step: FieldStep, ofQuery = fieldsOf): FieldFlow {
  switch (step.kind) {
    case 'start':
      return { ...onlyFields(step.names), tables: new Set(step.tables) };
    case 'open':
      return { ...flow, open: true };
    case 'keep':
      return onlyFields(step.names);
    case 'spread':
      return step.fields.length === 0 ? flow : { ...onlyFields(step.nextTo), open: true };
    case 'subquery': {
      const inner = ofQuery(step.query);
      return step.rows === 'none' ? flow : merge(flow, inner);
    }
    default:
      return passNames(flow, step);
  }
}

function passNames(flow: FieldFlow, step: FieldStep): FieldFlow {
  switch (step.kind) {
    case 'assign':
      return withFields(flow, [step.target.name]);
    case 'rename':
      return withFields(withoutFields(flow, [step.source.name]), [step.target.name]);
    case 'remove':
      return withoutFields(flow, step.names);
    case 'add':
      return withFields(flow, step.names);
    case 'aggregate':
      return withFields(flow, [step.column]);
    default:
      return flow;
  }
}

/** A set that a command changes without a copy, because a long query has many commands. */
export class FieldNames implements Iterable<string> {
  readonly size: number;
  /** Added names, and with `false` those that were removed. */
  readonly #own = new Map<string, boolean>();
  readonly #before: FieldNames | undefined;
  readonly #depth: number;

  /** @param exist whether the names are added to those before, or removed from them. */
  constructor(names: Iterable<string>, before?: FieldNames, exist = true) {
    const shallow = before !== undefined && before.#depth >= maxDepth ? new FieldNames(before) : before;
    this.#before = shallow;
    this.#depth = shallow === undefined ? 1 : shallow.#depth + 1;
    this.size = (shallow?.size ?? 0) + this.#change(names, exist);
  }

  /** @returns by how many names there are more. */
  #change(names: Iterable<string>, exist: boolean): number {
    let more = 0;
    for (const name of names) {
      if (this.has(name) === exist) continue;
      this.#own.set(name, exist);
      more += exist ? 1 : -1;
    }
    return more;
  }

  has(name: string): boolean {
    return this.#own.get(name) ?? this.#before?.has(name) ?? false;
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#all().values();
  }

  #all(): Set<string> {
    const all = this.#before === undefined ? new Set<string>() : this.#before.#all();
    for (const [name, exists] of this.#own) {
      if (exists) all.add(name);
      else all.delete(name);
    }
    return all;
  }
}

const maxDepth = 16;

const none: ReadonlySet<string> = new Set();

/** Before the source of a pipeline. */
export const noFields = onlyFields([]);

function onlyFields(names: readonly string[]): FieldFlow {
  return { names: new FieldNames(names), tables: none, removed: none, open: false };
}

function withFields(flow: FieldFlow, names: readonly string[]): FieldFlow {
  // Long queries mostly assign the same fields again.
  if (names.every((name) => flow.names.has(name))) return flow;
  return { ...flow, names: new FieldNames(names, flow.names) };
}

function withoutFields(flow: FieldFlow, names: readonly string[]): FieldFlow {
  return {
    ...flow,
    names: new FieldNames(names, flow.names, false),
    removed: union(flow.removed, names),
  };
}

function merge(one: FieldFlow, other: FieldFlow): FieldFlow {
  return {
    names: new FieldNames(other.names, one.names),
    tables: union(one.tables, [...other.tables]),
    removed: removedFromBoth(one, other),
    open: one.open || other.open,
  };
}

function union(one: ReadonlySet<string>, other: readonly string[]): ReadonlySet<string> {
  return other.every((name) => one.has(name)) ? one : new Set([...one, ...other]);
}

/** What one side has removed, the tables of the other side may still provide. */
function removedFromBoth(one: FieldFlow, other: FieldFlow): ReadonlySet<string> {
  if (one.tables.size === 0) return other.removed;
  if (other.tables.size === 0) return one.removed;
  return new Set([...one.removed].filter((name) => other.removed.has(name)));
}
