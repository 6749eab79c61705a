import type { Aggregate, Command, CommandKind, CommandOf, Query, TableName } from '../ast';
import type { Expression, FieldReference } from '../expression';
import { optionText } from '../values';

/**
 * One thing that a command does to the fields of rows. A command does its steps one after the other. Completion,
 * checks, rename and masks all follow fields by these.
 */
export type FieldStep =
  /** Reads fields that the command names. */
  | { readonly kind: 'read'; readonly fields: readonly FieldReference[] }
  | { readonly kind: 'compute'; readonly values: readonly Expression[] }
  | { readonly kind: 'assign'; readonly target: FieldReference; readonly value: Expression }
  | { readonly kind: 'rename'; readonly source: FieldReference; readonly target: FieldReference }
  /** Adds fields with parts of others, or of the row. Their names have a meaning elsewhere, too. */
  | { readonly kind: 'add'; readonly names: readonly string[]; readonly from: readonly string[] | 'row' }
  /** Names that have a meaning elsewhere, too. */
  | { readonly kind: 'pin'; readonly names: readonly string[] }
  | { readonly kind: 'keep'; readonly names: readonly string[] }
  | { readonly kind: 'remove'; readonly names: readonly string[] }
  /** Adds a column with an aggregate, whose arguments were computed before. */
  | { readonly kind: 'aggregate'; readonly column: string; readonly aggregate: Aggregate }
  /** Turns the columns of aggregates into one per value of the fields, if there are any, next to others. */
  | {
      readonly kind: 'spread';
      readonly fields: readonly FieldReference[];
      readonly nextTo: readonly string[];
    }
  /** Rows may have any other field, with parts of these. */
  | { readonly kind: 'open'; readonly from: readonly string[] }
  /** Rows come from a source. */
  | { readonly kind: 'start'; readonly names: readonly string[]; readonly tables: readonly string[] }
  /** Rows of a subquery: those of a join mix with the others, or there are none. */
  | { readonly kind: 'subquery'; readonly query: Query; readonly rows: 'mixed' | 'none' }
  | { readonly kind: 'parameter'; readonly name: string; readonly value: Expression };

export type FieldRule = (command: Command) => readonly FieldStep[];

/** The rule of a command that is read as this kind; with arguments that are not read it may return anything. */
export function stepsOf<Kind extends CommandKind>(
  kind: Kind,
  steps: (command: CommandOf<Kind>) => readonly FieldStep[],
): FieldRule {
  const isKind = (command: Command): command is Command & CommandOf<Kind> => command.kind === kind;
  return (command) => (isKind(command) ? steps(command) : unknownFields(command));
}

/** For commands whose columns only the platform knows. */
export const unknownFields: FieldRule = () => [{ kind: 'open', from: [] }];

export function withSubqueries(rows: 'mixed' | 'none'): FieldRule {
  return ({ subqueries }) => subqueries.map(({ query }) => ({ kind: 'subquery', query, rows }));
}

/** Reads fields and leaves the rows as they are. */
export function reading<Kind extends CommandKind>(
  kind: Kind,
  fields: (command: CommandOf<Kind>) => readonly (FieldReference | undefined)[],
): FieldRule {
  return stepsOf(kind, (command) => {
    const read = fields(command).filter((field) => field !== undefined);
    return [{ kind: 'read', fields: read }];
  });
}

/** Named columns may be followed by others. */
export const parsed = stepsOf('parse', ({ fields, options }) => {
  const from = [optionText(options, 'field') ?? 'line'];
  return [
    { kind: 'add', names: namesOf(fields), from },
    { kind: 'open', from },
  ];
});

/** A named parser may add any field, texts between anchors those that are named. */
export const anchored = stepsOf('anchors', ({ parser, anchors, options }) => {
  const from = [optionText(options, 'field') ?? 'line'];
  if (parser) return [{ kind: 'open', from }];
  return [{ kind: 'add', names: anchors.map(({ field }) => field.name), from }];
});

export const whenMatching = stepsOf('evtctx', ({ condition }) => [
  { kind: 'compute', values: condition ? [condition] : [] },
]);

export const setParameter = stepsOf('set', ({ parameter, value }) => [
  { kind: 'parameter', name: parameter?.text ?? '', value },
]);

/** With its node, whose table of the name may be another. */
export function writtenName({ name, node }: TableName): string {
  return node === undefined ? name : `${node}:${name}`;
}

const ownFields = ['_table', '_time', '_id', 'line'];

export function ofTables(kind: 'table' | 'fulltext'): FieldRule {
  return stepsOf(kind, ({ tables }) => {
    const start = { kind: 'start', names: ownFields, tables: tables.map(writtenName) } as const;
    // Without a name, fulltext searches all tables.
    const isAny = tables.length === 0 || tables.some(({ wildcard }) => wildcard);
    return isAny ? [start, { kind: 'open', from: [] }] : [start];
  });
}

export const groups = stepsOf('stats', ({ aggregates, by }) => [
  ...beforeAggregates(aggregates, by),
  { kind: 'keep', names: namesOf(by) },
  ...columnsOf(aggregates, namesOf(by)),
]);

/** Each value of the fields that are spread becomes a column next to those of the rows. */
export function crossSteps(
  aggregates: readonly Aggregate[],
  rows: readonly string[],
  read: readonly FieldReference[],
  spread: readonly FieldReference[],
): readonly FieldStep[] {
  return [
    ...beforeAggregates(aggregates, read),
    { kind: 'keep', names: rows },
    ...columnsOf(aggregates, rows),
    { kind: 'spread', fields: spread, nextTo: rows },
  ];
}

function beforeAggregates(
  aggregates: readonly Aggregate[],
  read: readonly FieldReference[],
): readonly FieldStep[] {
  const values = aggregates.flatMap(({ arguments: given }) => given);
  return [
    { kind: 'compute', values },
    { kind: 'read', fields: read },
  ];
}

function columnsOf(aggregates: readonly Aggregate[], before: readonly string[]): readonly FieldStep[] {
  const taken = [...before];
  return aggregates.map((aggregate) => {
    const column = aggregate.alias ? aggregate.column : freeName(aggregate.column, taken);
    taken.push(column);
    return { kind: 'aggregate', column, aggregate };
  });
}

/** The platform numbers a column whose name is taken. */
function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} (${number})`;
    if (!taken.includes(numbered)) return numbered;
  }
}

export function namesOf(fields: readonly FieldReference[]): readonly string[] {
  return fields.map(({ name }) => name);
}
