import { printFieldName, printString } from '../language/printExpression';
import type { Conversion } from './convertRule';

/** A field of a rule, and the column that it becomes. */
export interface Column {
  readonly column: string;
  readonly field: string;
}

/** A rule that a correlation refers to: a source of rows, each a match with a time. */
export interface RuleEvents {
  /** The name in the correlation. */
  readonly name: string;
  /** Whether a match has one value for the field, and not one for each of its events. */
  hasOneValue(field: string): boolean;
  /** The names of fields that the columns read, to keep others apart from them. */
  namesOf(fields: readonly string[]): readonly string[];
  /** The commands for rows with `_time`, the columns, and a text in `id` that identifies the match. */
  commands(columns: readonly Column[], id: string | undefined): readonly string[];
}

/** The matches of a rule without a correlation are events. */
export function eventsOfRule(name: string, conversion: Conversion): RuleEvents {
  return {
    name,
    hasOneValue: () => true,
    namesOf: (fields) => fields.map((field) => conversion.fieldName(field)),
    commands: (columns, id) => {
      const named = columns.map(({ column, field }) => ({ column, field: conversion.fieldName(field) }));
      // Platforms may count rows by day.
      const identity = 'concat(_table, " ", string(_time, "yyyyMMdd"), " ", _id)';
      return [
        ...conversion.commands,
        ...columnCommands(named, id === undefined ? undefined : { id, identity }),
      ];
    },
  };
}

/** Keeps only `_time` and the columns. */
export function columnCommands(
  columns: readonly Column[],
  identified: { readonly id: string; readonly identity: string } | undefined,
): readonly string[] {
  const assigned = columns.filter(({ column, field }) => column !== field);
  const isRead = new Set(columns.map(({ field }) => field));
  // An assignment must not change a field that another one reads, as if two names are exchanged.
  const isMixed = assigned.some(({ column }) => isRead.has(column));
  const prefix = internalPrefix(columns.flatMap(({ column, field }) => [column, field]));
  const steps = (isMixed ? columns : assigned).map(({ column, field }, index) => ({
    field,
    column,
    step: isMixed ? `${prefix}column_${index + 1}` : column,
  }));
  const assignments = [
    ...(identified ? [`${identified.id} = ${identified.identity}`] : []),
    ...steps.map(({ field, step }) => `${printFieldName(step)} = ${printFieldName(field)}`),
  ];
  const kept = isMixed ? steps.map(({ step }) => step) : columns.map(({ column }) => column);
  const all = ['_time', ...(identified ? [identified.id] : []), ...kept.map(printFieldName)];
  return [
    ...(assignments.length === 0 ? [] : [`eval ${assignments.join(', ')}`]),
    `fields ${all.join(', ')}`,
    ...(isMixed
      ? [`rename ${steps.map(({ step, column }) => `${step} as ${printFieldName(column)}`).join(', ')}`]
      : []),
  ];
}

/** A prefix for columns that none of the names has. */
export function internalPrefix(names: readonly string[]): string {
  let prefix = 'sigma_';
  while (names.some((name) => name.startsWith(prefix))) prefix += '_';
  return prefix;
}

/** One text for several values, which no other values have. */
export function printTuple(fields: readonly string[]): string {
  const [only, ...others] = fields.map(printFieldName);
  if (only !== undefined && others.length === 0) return only;
  const parts = fields.map(printFieldName).map((field) => `len(str(${field})), ":", ${field}`);
  return `concat(${parts.join(', ')})`;
}

/** A text that identifies a match of a correlation. */
export function printIdentity(name: string, keys: readonly string[]): string {
  const group = keys.length === 0 ? '' : `, " ", ${printTuple(keys)}`;
  return `concat(${printString(`${name} `)}, string(_time, "yyyyMMddHHmmssSSS")${group})`;
}
