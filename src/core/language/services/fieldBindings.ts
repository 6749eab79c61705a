import type { Command } from '../ast';
import type { FieldStep } from '../catalog/fieldSteps';
import type { Expression, FieldReference, Located } from '../expression';
import type { ParsedSection } from '../parsedSection';
import { fieldSteps } from './fieldFlow';
import { walkExpressions } from './walk';

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
const dropping: ReadonlySet<Command['kind']> = new Set<Command['kind']>([
  'fields',
  'stats',
  'timechart',
  'pivot',
]);

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
    let live = before;
    for (const command of commands) {
      for (const step of fieldSteps(command)) live = this.pass(live, step);
    }
    return live;
  }

  private pass(live: Live, step: FieldStep): Live {
    switch (step.kind) {
      case 'read':
        for (const field of step.fields) this.read(live, field);
        return live;
      case 'compute':
        for (const value of step.values) this.readExpression(live, value);
        return live;
      case 'assign':
        this.readExpression(live, step.value);
        this.define(live, step.target);
        return live;
      case 'parameter':
        this.readExpression(live, step.value);
        return live;
      case 'keep':
        return keep(live, (name) => step.names.includes(name));
      case 'remove':
        return keep(live, (name) => !step.names.includes(name));
      case 'rename':
        return this.passRename(live, step);
      default:
        this.passNames(live, step);
        return live;
    }
  }

  private passNames(live: Live, step: FieldStep): void {
    switch (step.kind) {
      case 'aggregate':
        if (step.aggregate.alias) this.define(live, step.aggregate.alias);
        break;
      case 'add':
      case 'pin':
        for (const name of step.names) {
          if (this.isWanted(name)) this.bindingOf(live, name).isOwn = false;
        }
        break;
      case 'subquery': {
        const inner = this.follow(new Map(), step.query.commands);
        if (step.rows === 'mixed') this.join(live, inner);
        else for (const binding of inner.values()) binding.isOwn = false;
        break;
      }
      default:
    }
  }

  private passRename(live: Live, { source, target }: Extract<FieldStep, { kind: 'rename' }>): Live {
    this.read(live, source);
    const rest = keep(live, (name) => name !== source.name && name !== target.name);
    this.define(rest, target);
    return rest;
  }

  private join(live: Live, inner: Live): void {
    for (const [name, binding] of inner) {
      const outer = live.get(name);
      if (outer) merge(outer, binding);
      else live.set(name, binding);
    }
  }

  private readExpression(live: Live, expression: Expression): void {
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

/** Whether the values of a field after the command are not those of its source. */
export function setsField(command: Command, field: string): boolean {
  return fieldSteps(command).some((step) => {
    switch (step.kind) {
      case 'assign':
      case 'rename':
        return step.target.name === field;
      case 'add':
        return step.names.includes(field);
      case 'aggregate':
        return step.column === field;
      default:
        // Columns are named after values.
        return step.kind === 'spread';
    }
  });
}

function keep(live: Live, isKept: (name: string) => boolean): Live {
  return new Map([...live].filter(([name]) => isKept(name)));
}

/** For two bindings of the same field, such as the key of a join inside and outside the subquery. */
function merge(outer: Binding, inner: Binding): void {
  outer.ranges.push(...inner.ranges.splice(0));
  outer.isOwn &&= inner.isOwn;
}
