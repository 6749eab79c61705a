import { t } from '../../base/localize';
import { nearest } from '../../base/nearest';
import type { Command } from '../ast';
import type { FieldStep } from '../catalog/fieldSteps';
import type { Expression, FieldReference } from '../expression';
import type { ParsedQuery } from '../parseQuery';
import { printFieldName } from '../printExpression';
import type { Fixable } from '../problem';
import { fieldSteps, noFields, passStep } from './fieldFlow';
import type { FieldFlow } from './fieldFlow';
import { walkExpressions } from './walk';

/** A field that no row has, and the tables that provide the other fields. */
export interface UnknownField extends Fixable {
  readonly name: string;
  readonly tables: readonly string[];
}

/** The fields that rows of a table have; undefined if that is not known. */
export type FieldsOfTable = (table: string) => ReadonlySet<string> | undefined;

/**
 * The fields that a query reads although no row can have them, as far as the text and the fields of the tables show.
 * Silent where rows may have other fields.
 */
export function unknownFields({ sections }: ParsedQuery, fieldsOf: FieldsOfTable): readonly UnknownField[] {
  const check = new FieldCheck(fieldsOf);
  let flow = noFields;
  for (const { reading, by } of sections) {
    if (check.found.length >= maxFound) break;
    check.by = by;
    flow = check.follow(flow, reading.commands);
  }
  return check.found;
}

/** More are not reported: they have a common cause, and each costs time while the user types. */
const maxFound = 100;

/** An item of a list in the first argument of `foreach`. */
const itemName = /^_[1-9]\d*$/;

/** What the tables of a flow provide. */
type Names = ReadonlySet<string>;

class FieldCheck {
  readonly found: UnknownField[] = [];
  /** The distance of the current section from the position at which it was read. */
  by = 0;
  /** What the tables of a flow provide; flows of a pipeline share the set of tables. */
  readonly #providedBy = new Map<FieldFlow['tables'], ReadonlySet<string> | undefined>();
  /** The nearest names found so far: a long query repeats its mistakes. */
  readonly #meant = new Map<string, string | undefined>();

  constructor(private readonly fieldsOf: FieldsOfTable) {}

  /** @returns the fields after the commands. */
  follow(before: FieldFlow, commands: readonly Command[]): FieldFlow {
    let flow = before;
    for (const command of commands) {
      const provided = this.#providedTo(flow);
      for (const step of fieldSteps(command)) {
        if (provided) this.#check(flow, provided, step);
        flow = passStep(flow, step, (query) => this.follow(noFields, query.commands));
      }
    }
    return flow;
  }

  #check(flow: FieldFlow, provided: Names, step: FieldStep): void {
    switch (step.kind) {
      case 'read':
        for (const field of step.fields) this.#read(flow, provided, field);
        break;
      case 'compute':
        for (const value of step.values) this.#readExpression(flow, provided, value);
        break;
      case 'assign':
        this.#readExpression(flow, provided, step.value);
        break;
      case 'rename':
        this.#read(flow, provided, step.source);
        break;
      default:
    }
  }

  #readExpression(flow: FieldFlow, provided: Names, expression: Expression): void {
    let hasItems = false;
    walkExpressions(expression, (inner) => {
      hasItems ||= inner.kind === 'call' && inner.function.text === 'foreach';
      if (inner.kind === 'field' && !(hasItems && itemName.test(inner.name))) {
        this.#read(flow, provided, inner);
      }
    });
  }

  /** Undefined if other fields are possible. Before the source of a pipeline, nothing is known either. */
  #providedTo({ names, tables, open }: FieldFlow): ReadonlySet<string> | undefined {
    if (open || (tables.size === 0 && names.size === 0)) return undefined;
    if (!this.#providedBy.has(tables)) this.#providedBy.set(tables, this.#fieldsOfAll([...tables]));
    return this.#providedBy.get(tables);
  }

  /** Undefined if the fields of one of the tables are not known. */
  #fieldsOfAll(tables: readonly string[]): ReadonlySet<string> | undefined {
    const known = tables.map((table) => this.fieldsOf(table));
    if (!known.every((fields) => fields !== undefined)) return undefined;
    // Most flows have one table, whose fields need no copy.
    return known.length === 1 ? known[0] : new Set(known.flatMap((fields) => [...fields]));
  }

  #read(flow: FieldFlow, provided: Names, { name, from, to }: FieldReference): void {
    const isKnown = (field: string): boolean =>
      (provided.has(field) && !flow.removed.has(field)) || flow.names.has(field);
    // A dot may lead into the value of a field.
    if (name === '' || isKnown(name) || isKnown(name.split('.', 1)[0] ?? name)) return;
    const meant = this.#nearest(name, isKnown, () => [...flow.names, ...provided]);
    this.found.push({
      from: from + this.by,
      to: to + this.by,
      name,
      tables: [...flow.tables],
      severity: 'warning',
      code: 'unknown-field',
      message: [
        absentText(name, flow),
        ...(meant === undefined ? [] : [t('Did you mean “{0}”?', meant)]),
      ].join(' '),
      ...(meant !== undefined && { meant: { name: meant, text: printFieldName(meant) } }),
    });
  }

  #nearest(
    name: string,
    isKnown: (field: string) => boolean,
    names: () => readonly string[],
  ): string | undefined {
    const before = this.#meant.get(name);
    if (before !== undefined ? isKnown(before) : this.#meant.has(name)) return before;
    const meant = nearest(name, names().filter(isKnown));
    this.#meant.set(name, meant);
    return meant;
  }
}

function absentText(name: string, { tables, removed }: FieldFlow): string {
  if (tables.size === 0 || removed.has(name)) {
    return t('No command before this one provides the field “{0}”.', name);
  }
  return t('None of the newest rows of {0} has the field “{1}”.', [...tables].join(', '), name);
}
