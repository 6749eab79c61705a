import type { Query } from '../language/ast';
import type { FieldStep } from '../language/catalog/fieldSteps';
import type { Expression } from '../language/expression';
import { fieldSteps } from '../language/services/fieldFlow';
import { walkCommands } from '../language/services/walk';
import { sensitiveColumn } from './sensitiveColumns';
import type { SensitiveKind } from './sensitiveColumns';

/** What must be masked in a query's rows in addition to columns with sensitive names. */
export interface MaskedColumns {
  /** Columns that are derived from sensitive ones: `rename user as u`, `eval u = upper(user)`. */
  readonly columns: ReadonlyMap<string, SensitiveKind>;
  /** Set if values of a sensitive field become column names: `timechart span=1h count by user`. */
  readonly names: SensitiveKind | undefined;
  /** Columns that the text names, which are therefore not values. */
  readonly namedColumns: ReadonlySet<string>;
  /** Set if a sensitive field was parsed, so that any column may contain a part of it. */
  readonly anywhere: SensitiveKind | undefined;
}

/** Follows sensitive fields through the commands of a query, including subqueries. */
export function maskedColumns(query: Query, named: readonly string[]): MaskedColumns {
  const flow = new SensitiveFlow(named);
  for (const step of walkCommands(query).flatMap(fieldSteps)) flow.pass(step);
  return flow;
}

const comparisons: ReadonlySet<string> = new Set(['>=', '<=', '>', '<', '==', '!=', 'and', 'or']);

/** Functions whose results reveal only a boolean, a type or a length. */
const harmlessFunctions: ReadonlySet<string> = new Set(
  'isnull isnotnull isnum isstr typeof in match contains len not'.split(' '),
);
/** Functions whose results contain all columns. */
const wholeRow: ReadonlySet<string> = new Set(['kvjoin', 'rowtext']);
const counting: ReadonlySet<string> = new Set(['count', 'dc', 'estdc']);

class SensitiveFlow implements MaskedColumns {
  readonly columns = new Map<string, SensitiveKind>();
  readonly namedColumns = new Set<string>(['_time', '_table', '_id', 'line']);
  names: SensitiveKind | undefined;
  anywhere: SensitiveKind | undefined;
  readonly #parameters = new Map<string, SensitiveKind>();

  constructor(private readonly named: readonly string[]) {}

  pass(step: FieldStep): void {
    switch (step.kind) {
      case 'assign':
        this.#note(step.target.name, this.#kindOf(step.value));
        break;
      case 'rename':
        this.#note(step.target.name, this.#kindOfField(step.source.name));
        break;
      case 'parameter':
        this.#passParameter(step);
        break;
      case 'aggregate':
        this.#passAggregate(step);
        break;
      default:
        this.#passFields(step);
    }
  }

  #passFields(step: FieldStep): void {
    switch (step.kind) {
      case 'add': {
        // Everything extracted from a sensitive field is sensitive, and the columns of a row are unknown.
        const kind = step.from === 'row' ? 'value' : this.#kindOfAny(step.from);
        for (const name of step.names) this.#note(name, kind);
        break;
      }
      case 'open':
        this.anywhere ??= this.#kindOfAny(step.from);
        break;
      case 'spread':
        this.names ??= this.#kindOfAny(step.fields.map(({ name }) => name));
        for (const name of step.nextTo) this.namedColumns.add(name);
        break;
      default:
    }
  }

  #passAggregate({ column, aggregate }: Extract<FieldStep, { kind: 'aggregate' }>): void {
    if (counting.has(aggregate.function.text)) return;
    this.#note(column, firstOf(aggregate.arguments.map((value) => this.#kindOf(value))));
  }

  #note(column: string, kind: SensitiveKind | undefined): void {
    this.namedColumns.add(column);
    if (kind !== undefined) this.columns.set(column, kind);
  }

  #passParameter({ name, value }: Extract<FieldStep, { kind: 'parameter' }>): void {
    const kind = this.#kindOf(value);
    if (kind !== undefined) this.#parameters.set(name, kind);
  }

  #kindOfAny(names: readonly string[]): SensitiveKind | undefined {
    return firstOf(names.map((name) => this.#kindOfField(name)));
  }

  #kindOfField(name: string): SensitiveKind | undefined {
    return this.columns.get(name) ?? sensitiveColumn(name, this.named)?.kind;
  }

  #kindOf(expression: Expression): SensitiveKind | undefined {
    switch (expression.kind) {
      case 'field':
        return this.#kindOfField(expression.name);
      case 'parameter':
        // `setq` turns columns into parameters.
        return this.#parameters.get(expression.name) ?? this.#kindOfField(expression.name);
      case 'unary':
        return this.#kindOf(expression.operand);
      case 'binary':
        if (comparisons.has(expression.operator)) return undefined;
        return this.#kindOf(expression.left) ?? this.#kindOf(expression.right);
      case 'call':
        return this.#kindOfCall(expression.function.text, expression.arguments);
      default:
        return undefined;
    }
  }

  #kindOfCall(name: string, args: readonly Expression[]): SensitiveKind | undefined {
    if (harmlessFunctions.has(name)) return undefined;
    if (name === 'whoami') return 'user';
    if (wholeRow.has(name)) return 'value';
    const values = name === 'if' ? args.slice(1) : args;
    return firstOf(values.map((value) => this.#kindOf(value)));
  }
}

function firstOf(kinds: readonly (SensitiveKind | undefined)[]): SensitiveKind | undefined {
  return kinds.find((kind) => kind !== undefined);
}
