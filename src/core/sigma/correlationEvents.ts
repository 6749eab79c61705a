import { t } from '../base/localize';
import { printFieldName, printString } from '../language/printExpression';
import type { Conversion } from './convertRule';
import type { CorrelationDocument } from './sigmaDocument';
import { reject } from './sigmaRejection';

/** What rows have besides `_time` and the group. */
export interface NeededColumns {
  /** The name of the rule in `rule`. */
  readonly rule?: boolean;
  /** The identity of the event in `id`. */
  readonly id?: boolean;
  /** What is measured in `value`. */
  readonly value?: 'text' | 'number';
  readonly columns?: readonly Column[];
}

/** The events that a correlation is about, as commands, with only the columns that are needed. */
export class CorrelationEvents {
  /** The printed fields of the group. */
  readonly keys: readonly string[];
  /** The prefix of all other columns. */
  readonly prefix: string;

  constructor(
    private readonly correlation: CorrelationDocument,
    readonly rules: readonly RuleEvents[],
    /** Further names that its columns must not have. */
    names: readonly string[],
  ) {
    const { groupBy, fields, line } = correlation;
    if (groupBy.includes('_time')) reject(t('A correlation cannot group by the time of events.'), line);
    this.keys = groupBy.map(printFieldName);
    const own = [...groupBy, ...fields];
    const read = rules.flatMap((rule) => rule.namesOf(own.map((field) => this.#nameIn(rule, field))));
    this.prefix = internalPrefix([...own, ...read, ...names]);
  }

  get ruleCount(): number {
    return new Set(this.rules.map(({ name }) => name)).size;
  }

  /** Whether an event can be in several rows. */
  get mayRepeat(): boolean {
    return this.rules.length > 1;
  }

  /** The events of all rules. */
  all(needed: NeededColumns): readonly string[] {
    const [first = [], ...others] = this.rules.map((rule) => this.#of(rule, needed));
    return [...first, ...others.map((query) => `union ${subquery(query)}`), ...this.#once(needed)];
  }

  /** The events of each rule, in order. */
  each(): (readonly string[])[] {
    return this.rules.map((rule) => this.#of(rule, {}));
  }

  /** Numbers of an event are added once, even if several rules match it. */
  #once({ value, id }: NeededColumns): readonly string[] {
    if (value !== 'number' || id !== true) return [];
    const { prefix } = this;
    const by = [...this.keys, '_time', `${prefix}id`].join(', ');
    return [`stats max(${prefix}value) as ${prefix}value by ${by}`];
  }

  #of(rule: RuleEvents, needed: NeededColumns): readonly string[] {
    const { prefix, keys } = this;
    const group = this.correlation.groupBy.map((field) => ({
      column: field,
      field: this.#nameIn(rule, field),
    }));
    const values = needed.value === undefined ? [] : this.#values(rule, needed.value);
    const assigned = [
      ...(needed.rule === true ? [`${prefix}rule = ${printString(rule.name)}`] : []),
      ...(needed.value === 'number' || values.length > 1 ? [`${prefix}value = ${printValue(values)}`] : []),
    ];
    const required = needed.value === 'number' ? [...keys, `${prefix}value`] : keys;
    const id = needed.id === true ? `${prefix}id` : undefined;
    return [
      ...rule.commands([...group, ...values, ...(needed.columns ?? [])], id),
      ...printed('eval', assigned, ', '),
      ...printed(
        'search',
        required.map((field) => `isnotnull(${field})`),
        ' and ',
      ),
    ];
  }

  #values(rule: RuleEvents, kind: 'text' | 'number'): readonly Column[] {
    const fields = this.correlation.fields.map((field) => this.#nameIn(rule, field));
    if (kind === 'number') this.#checkNumbers(rule, fields);
    const isOne = fields.length === 1;
    return fields.map((field, index) => ({
      column: `${this.prefix}value${isOne ? '' : `_${index + 1}`}`,
      field,
    }));
  }

  #nameIn(rule: RuleEvents, field: string): string {
    const { aliases, line } = this.correlation;
    const aliased = aliases.get(field);
    const own = aliased ? aliased.get(rule.name) : field;
    return own ?? reject(t('The alias “{0}” has no field for the rule “{1}”.', field, rule.name), line);
  }

  #checkNumbers(rule: RuleEvents, fields: readonly string[]): void {
    const several = fields.find((field) => !rule.hasOneValue(field));
    if (several === undefined) return;
    reject(
      t('A match of “{0}” can have several values in “{1}”: group it by this field.', rule.name, several),
      this.correlation.line,
    );
  }
}

function printed(command: string, parts: readonly string[], separator: string): readonly string[] {
  return parts.length === 0 ? [] : [`${command} ${parts.join(separator)}`];
}

/** A number, or one text for several values. */
function printValue(values: readonly Column[]): string {
  const columns = values.map(({ column }) => column);
  if (columns.length === 1) return `double(${columns.join('')})`;
  const missing = columns.map((column) => `isnull(${column})`).join(' or ');
  return `if(${missing}, null, ${printTuple(columns)})`;
}

export function joinCommand(keys: readonly string[], query: readonly string[]): string {
  return `join ${keys.length === 0 ? 'type=cross' : keys.join(', ')} ${subquery(query)}`;
}

function subquery(commands: readonly string[]): string {
  const lines = commands.join('\n| ').replaceAll('\n', '\n    ');
  return `[\n    ${lines}\n  ]`;
}

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
  const steppedNames = isMixed ? steps.map(({ step }) => step) : columns.map(({ column }) => column);
  const all = ['_time', ...(identified ? [identified.id] : []), ...steppedNames.map(printFieldName)];
  return [
    ...(assignments.length === 0 ? [] : [`eval ${assignments.join(', ')}`]),
    `fields ${all.join(', ')}`,
    ...(isMixed
      ? [`rename ${steps.map(({ step, column }) => `${step} as ${printFieldName(column)}`).join(', ')}`]
      : []),
  ];
}

/** A prefix for columns that none of the names has. */
function internalPrefix(names: readonly string[]): string {
  let prefix = 'sigma_';
  while (names.some((name) => name.startsWith(prefix))) prefix += '_';
  return prefix;
}

/** One text for several values, which no other values have. */
function printTuple(fields: readonly string[]): string {
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
