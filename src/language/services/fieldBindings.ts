import type { Command } from '../ast';
import type { FieldReference, Located } from '../expression';
import type { ParsedSection } from '../parsedSection';
import { expressionsOf, walkExpressions } from './walk';

export interface FieldRange extends Located {
  readonly isDefinition: boolean;
}

/** One field from its definition to the end of its lifetime: all of its occurrences. */
export interface FieldBinding {
  readonly name: string;
  readonly ranges: readonly FieldRange[];
  /** Whether only the text names the field, not a table, a pattern or an external source. */
  readonly isOwn: boolean;
}

/**
 * Finds the occurrences of a name that refer to the same field.
 *
 * @param only the requested name, if known: all others are skipped.
 * @param mayMention whether a section may contain that name; otherwise it can only remove the field.
 */
export function fieldBindings(
  sections: readonly Pick<ParsedSection, 'reading' | 'by'>[],
  only?: string,
  mayMention: (index: number) => boolean = () => true,
): readonly FieldBinding[] {
  const tracker = new BindingTracker(only);
  let live: Live = new Map();
  sections.forEach((section, index) => {
    const { commands } = section.reading;
    if (!mayMention(index) && !commands.some(({ kind }) => dropping.has(kind))) return;
    tracker.by = section.by;
    live = tracker.follow(live, commands);
  });
  return tracker.all;
}

/** Commands after which only the fields that they name exist. */
const dropping: ReadonlySet<Command['kind']> = new Set<Command['kind']>(['fields', 'stats', 'timechart']);

interface Binding {
  readonly name: string;
  readonly ranges: FieldRange[];
  isOwn: boolean;
}

type Live = Map<string, Binding>;

class BindingTracker {
  readonly all: Binding[] = [];
  /** The distance of the current section from the position at which it was read. */
  by = 0;

  constructor(private readonly only: string | undefined) {}

  /** @returns the fields that exist after the commands. */
  follow(before: Live, commands: readonly Command[]): Live {
    return commands.reduce((live, command) => this.pass(live, command), before);
  }

  private pass(live: Live, command: Command): Live {
    for (const field of fieldsReadBy(command)) this.read(live, field);
    switch (command.kind) {
      case 'eval':
        for (const { target, value } of command.assignments) {
          this.readExpression(live, value);
          this.define(live, target);
        }
        return live;
      case 'fields':
        return keep(live, (name) => command.fields.some((field) => field.name === name) !== command.exclude);
      case 'rename':
        return this.passRename(live, command.renames);
      case 'stats':
      case 'timechart':
        return this.passAggregation(live, command);
      default:
        return this.passOthers(live, command);
    }
  }

  private passOthers(live: Live, command: Command): Live {
    for (const expression of expressionsOf(command)) this.readExpression(live, expression);
    for (const name of namesSetBy(command)) {
      if (this.isWanted(name)) this.bindingOf(live, name).isOwn = false;
    }
    for (const { query } of command.subqueries) {
      const inner = this.follow(new Map(), query.commands);
      if (command.kind === 'join' || command.kind === 'union') this.join(live, inner);
      else for (const binding of inner.values()) binding.isOwn = false;
    }
    return live;
  }

  private passRename(live: Live, renames: Extract<Command, { kind: 'rename' }>['renames']): Live {
    return renames.reduce((before, { source, target }) => {
      this.read(before, source);
      const rest = keep(before, (name) => name !== source.name && name !== target.name);
      this.define(rest, target);
      return rest;
    }, live);
  }

  private passAggregation(live: Live, command: Extract<Command, { kind: 'stats' | 'timechart' }>): Live {
    for (const expression of expressionsOf(command)) this.readExpression(live, expression);
    const rest = keep(
      live,
      (name) => command.kind === 'stats' && command.by.some((field) => field.name === name),
    );
    for (const { alias } of command.aggregates) {
      if (alias) this.define(rest, alias);
    }
    return rest;
  }

  private join(live: Live, inner: Live): void {
    for (const [name, binding] of inner) {
      const outer = live.get(name);
      if (outer) merge(outer, binding);
      else live.set(name, binding);
    }
  }

  private readExpression(live: Live, expression: Parameters<typeof walkExpressions>[0]): void {
    walkExpressions(expression, (inner) => {
      if (inner.kind === 'field') this.read(live, inner);
    });
  }

  private read(live: Live, field: Located & { readonly name: string }): void {
    if (!this.isWanted(field.name)) return;
    // A field without a preceding definition comes from outside.
    const isKnown = live.has(field.name);
    const binding = this.bindingOf(live, field.name);
    if (!isKnown) binding.isOwn = false;
    binding.ranges.push(this.rangeOf(field, false));
  }

  private define(live: Live, field: FieldReference): void {
    if (!this.isWanted(field.name)) return;
    this.bindingOf(live, field.name).ranges.push(this.rangeOf(field, true));
  }

  private isWanted(name: string): boolean {
    return this.only === undefined || this.only === name;
  }

  private rangeOf({ from, to }: Located, isDefinition: boolean): FieldRange {
    return { from: from + this.by, to: to + this.by, isDefinition };
  }

  private bindingOf(live: Live, name: string): Binding {
    const known = live.get(name);
    if (known) return known;
    const binding: Binding = { name, ranges: [], isOwn: true };
    this.all.push(binding);
    live.set(name, binding);
    return binding;
  }
}

/** The fields that a command names outside of its expressions, except `rename`, which reads one after the other. */
export function fieldsReadBy(command: Command): readonly FieldReference[] {
  const read = fieldsNamedBy(command);
  const options = command.options.flatMap(({ name, value }): readonly FieldReference[] => {
    if (name.text !== 'field' || value.kind !== 'word') return [];
    return [{ kind: 'field', name: value.text, from: value.from, to: value.to }];
  });
  return options.length === 0 ? read : [...options, ...read];
}

function fieldsNamedBy(command: Command): readonly FieldReference[] {
  if (command.kind === 'parse') return [];
  if ('fields' in command) return command.fields;
  switch (command.kind) {
    case 'stats':
    case 'timechart':
      return command.by;
    case 'sort':
      return [...command.keys.map(({ field }) => field), ...command.by];
    case 'join':
      return command.keys;
    case 'pivot':
      return [...command.rowFields, ...command.columnFields];
    case 'explode':
      return [command.field].filter((field) => field !== undefined);
    default:
      return [];
  }
}

/** Whether the values of a field after the command are not those of its source. */
export function setsField(command: Command, field: string): boolean {
  switch (command.kind) {
    case 'eval':
      return command.assignments.some(({ target }) => target.name === field);
    case 'rename':
      return command.renames.some(({ target }) => target.name === field);
    case 'stats':
      return command.aggregates.some(({ column }) => column === field);
    case 'timechart':
    case 'pivot':
      // Columns are named after values.
      return true;
    case 'prev':
      return field.startsWith('prev_');
    case 'lookup':
      return command.outputs.some((output) => (output.alias ?? output.field).name === field);
    default:
      return namesSetBy(command).includes(field);
  }
}

/** Names from a pattern, a lookup or a rule, which cannot be renamed. */
function namesSetBy(command: Command): readonly string[] {
  switch (command.kind) {
    case 'rex':
      return command.groups;
    case 'parse':
      return command.fields.map(({ name }) => name);
    case 'prev':
      return command.fields.flatMap(({ name }) => [name, `prev_${name}`]);
    case 'lookup': {
      const fields = command.key ? [command.key, ...command.outputs] : command.outputs;
      return fields.flatMap(({ field, alias }) => (alias ? [field.name, alias.name] : [field.name]));
    }
    default:
      return [];
  }
}

function keep(live: Live, isKept: (name: string) => boolean): Live {
  return new Map([...live].filter(([name]) => isKept(name)));
}

/** For two bindings of the same field, such as the key of a join inside and outside the subquery. */
function merge(outer: Binding, inner: Binding): void {
  outer.ranges.push(...inner.ranges.splice(0));
  outer.isOwn &&= inner.isOwn;
}
