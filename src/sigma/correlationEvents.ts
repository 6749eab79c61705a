import { t } from '../shared/localize';
import { printFieldName, printString } from '../language/printExpression';
import { internalPrefix, printTuple } from './ruleEvents';
import type { Column, RuleEvents } from './ruleEvents';
import type { CorrelationDocument } from './sigmaDocument';
import { SigmaRejection } from './sigmaRejection';

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
    if (groupBy.includes('_time'))
      throw new SigmaRejection(t('A correlation cannot group by the time of events.'), line);
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
    if (own !== undefined) return own;
    throw new SigmaRejection(t('The alias "{0}" has no field for the rule "{1}".', field, rule.name), line);
  }

  #checkNumbers(rule: RuleEvents, fields: readonly string[]): void {
    const several = fields.find((field) => !rule.hasOneValue(field));
    if (several === undefined) return;
    throw new SigmaRejection(
      t('A match of "{0}" can have several values in "{1}": group it by this field.', rule.name, several),
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
