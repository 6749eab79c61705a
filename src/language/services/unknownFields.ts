import { t } from '../../shared/localize';
import { nearest } from '../../shared/nearest';
import type { Command, CommandOf } from '../ast';
import { onlyFields, renameField, withFields } from '../catalog/fieldRules';
import type { FieldFlow } from '../catalog/fieldRules';
import type { Expression, FieldReference } from '../expression';
import type { ParsedQuery } from '../parseQuery';
import { printFieldName } from '../printExpression';
import { fieldsReadBy } from './fieldBindings';
import { fieldsOf, passCommand } from './fieldFlow';
import type { Fixable } from '../problem';
import { expressionsOf, walkExpressions } from './walk';

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
  let flow = onlyFields([]);
  for (const { reading, by } of sections) {
    if (check.found.length >= maxFound) break;
    check.by = by;
    flow = check.follow(flow, reading.commands);
  }
  return check.found;
}

/** More are not reported: they have a common cause, and each costs time while the user types. */
const maxFound = 100;

class FieldCheck {
  readonly found: UnknownField[] = [];
  /** The distance of the current section from the position at which it was read. */
  by = 0;
  /** What the tables of a flow provide; flows of a pipeline share the set of tables. */
  readonly #providedBy = new Map<FieldFlow['tables'], ReadonlySet<string> | undefined>();
  /** What those of the command that is checked provide. */
  #provided: ReadonlySet<string> = new Set();

  /** The nearest names found so far: a long query repeats its mistakes. */
  readonly #meant = new Map<string, string | undefined>();

  constructor(private readonly fieldsOf: FieldsOfTable) {}

  /** @returns the fields after the commands. */
  follow(before: FieldFlow, commands: readonly Command[]): FieldFlow {
    let flow = before;
    for (const command of commands) flow = this.#check(flow, command) ?? this.#pass(flow, command);
    return flow;
  }

  #pass(flow: FieldFlow, command: Command): FieldFlow {
    if (command.subqueries.length === 0) return passCommand(flow, command);
    const flows = new Map(
      command.subqueries.map(({ query }) => [query, this.follow(onlyFields([]), query.commands)]),
    );
    return passCommand(flow, command, (query) => flows.get(query) ?? fieldsOf(query));
  }

  /** @returns the fields after a command whose parts see the fields of the parts before; undefined for others. */
  #check(flow: FieldFlow, command: Command): FieldFlow | undefined {
    const provided = this.#providedTo(flow);
    // A parameter is not computed from rows.
    if (!provided || command.kind === 'set') return undefined;
    this.#provided = provided;
    if (command.kind === 'eval') return this.#checkAssignments(flow, command);
    if (command.kind === 'rename') return this.#checkRenames(flow, command);
    for (const expression of expressionsOf(command)) this.#readExpression(flow, expression);
    for (const field of fieldsReadBy(command)) this.#read(flow, field);
    if (command.kind === 'lookup' && command.key) this.#read(flow, command.key.alias ?? command.key.field);
    return undefined;
  }

  #checkAssignments(flow: FieldFlow, { assignments }: CommandOf<'eval'>): FieldFlow {
    return assignments.reduce((known, { target, value }) => {
      this.#readExpression(known, value);
      return withFields(known, [target.name]);
    }, flow);
  }

  #checkRenames(flow: FieldFlow, { renames }: CommandOf<'rename'>): FieldFlow {
    return renames.reduce((known, renamed) => {
      this.#read(known, renamed.source);
      return renameField(known, renamed);
    }, flow);
  }

  #readExpression(flow: FieldFlow, expression: Expression): void {
    walkExpressions(expression, (inner) => {
      if (inner.kind === 'field') this.#read(flow, inner);
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

  #read(flow: FieldFlow, { name, from, to }: FieldReference): void {
    const isKnown = (field: string): boolean =>
      (this.#provided.has(field) && !flow.removed.has(field)) || flow.names.has(field);
    // A dot may lead into the value of a field.
    if (name === '' || isKnown(name) || isKnown(name.split('.', 1)[0] ?? name)) return;
    const meant = this.#nearest(name, isKnown, () => [...flow.names, ...this.#provided]);
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
