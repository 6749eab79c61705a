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
  readonly #provided = new WeakMap<FieldFlow['tables'], ReadonlySet<string> | undefined>();

  /** The nearest names found so far: a long query repeats its mistakes. */
  readonly #meant = new Map<string, string | undefined>();

  constructor(private readonly fieldsOf: FieldsOfTable) {}

  /** @returns the fields after the commands. */
  follow(before: FieldFlow, commands: readonly Command[]): FieldFlow {
    return commands.reduce((flow, command) => {
      this.#check(flow, command);
      if (command.subqueries.length === 0) return passCommand(flow, command);
      const flows = new Map(
        command.subqueries.map(({ query }) => [query, this.follow(onlyFields([]), query.commands)]),
      );
      return passCommand(flow, command, (query) => flows.get(query) ?? fieldsOf(query));
    }, before);
  }

  #check(flow: FieldFlow, command: Command): void {
    // A parameter is not computed from rows.
    if (!this.#isClosed(flow) || command.kind === 'set') return;
    if (command.kind === 'eval') this.#checkAssignments(flow, command);
    else for (const expression of expressionsOf(command)) this.#readExpression(flow, expression);
    if (command.kind === 'rename') this.#checkRenames(flow, command);
    for (const field of fieldsReadBy(command)) this.#read(flow, field);
    if (command.kind === 'lookup' && command.key) this.#read(flow, command.key.alias ?? command.key.field);
  }

  #checkAssignments(flow: FieldFlow, { assignments }: CommandOf<'eval'>): void {
    assignments.reduce((known, { target, value }) => {
      this.#readExpression(known, value);
      return withFields(known, [target.name]);
    }, flow);
  }

  #checkRenames(flow: FieldFlow, { renames }: CommandOf<'rename'>): void {
    renames.reduce((known, renamed) => {
      this.#read(known, renamed.source);
      return renameField(known, renamed);
    }, flow);
  }

  #readExpression(flow: FieldFlow, expression: Expression): void {
    walkExpressions(expression, (inner) => {
      if (inner.kind === 'field') this.#read(flow, inner);
    });
  }

  /** Before the source of a pipeline, nothing is known either. */
  #isClosed({ names, tables, open }: FieldFlow): boolean {
    if (open || (names.isEmpty && tables.size === 0)) return false;
    return this.#providedBy(tables) !== undefined;
  }

  /** Undefined if the fields of one of the tables are not known. */
  #providedBy(tables: FieldFlow['tables']): ReadonlySet<string> | undefined {
    if (!this.#provided.has(tables)) {
      const known = [...tables].map((table) => this.fieldsOf(table));
      const isKnown = known.every((fields) => fields !== undefined);
      // Most flows have one table, whose fields need no copy.
      const all =
        known.length === 1 ? known[0] : new Set(isKnown ? known.flatMap((fields) => [...fields]) : []);
      this.#provided.set(tables, isKnown ? all : undefined);
    }
    return this.#provided.get(tables);
  }

  #read(flow: FieldFlow, { name, from, to }: FieldReference): void {
    const provided = this.#providedBy(flow.tables) ?? new Set<string>();
    const isKnown = (field: string): boolean =>
      flow.names.has(field) || (provided.has(field) && !flow.removed.has(field));
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
