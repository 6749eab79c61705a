import type { Command, CommandKind, CommandOf, Query } from '../ast';
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
    ...onlyFields(ownFields),
    tables: new Set(tables.map(({ name }) => name)),
    open: tables.some(({ wildcard }) => wildcard),
  }));
}

export const groups = follow('stats', (_flow, { aggregates, by }) => {
  const names = [...namesOf(by)];
  for (const { alias, column } of aggregates) names.push(alias ? column : freeName(column, names));
  return onlyFields(names);
});

/** The platform numbers a column whose name is taken. */
function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} (${number})`;
    if (!taken.includes(numbered)) return numbered;
  }
}

/** Named columns may be followed by others. */
export const parsed = follow('parse', (flow, { fields }) => ({
  ...withFields(flow, namesOf(fields)),
  open: true,
}));

export function namesOf(fields: readonly FieldReference[]): readonly string[] {
  return fields.map(({ name }) => name);
}

export function onlyFields(names: readonly string[]): FieldFlow {
  return { names: new FieldNames(names), tables: none, removed: none, open: false };
}

export function withFields(flow: FieldFlow, names: readonly string[]): FieldFlow {
  // Long queries mostly assign the same fields again.
  if (names.every((name) => flow.names.has(name))) return flow;
  return { ...flow, names: new FieldNames(names, flow.names) };
}

/** One step of `rename`, which goes from left to right. */
export function renameField(
  flow: FieldFlow,
  { source, target }: CommandOf<'rename'>['renames'][number],
): FieldFlow {
  return withFields(withoutFields(flow, [source.name]), [target.name]);
}

export function withoutFields(flow: FieldFlow, names: readonly string[]): FieldFlow {
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
