import type { Aggregate, Command, Query } from '../language/ast';
import type { Expression } from '../language/expression';
import { walkCommands } from '../language/services/walk';
import { optionText } from '../language/values';
import { sensitiveColumn } from '../shared/privacy/sensitiveColumns';
import type { SensitiveKind } from '../shared/privacy/sensitiveColumns';

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
  for (const command of walkCommands(query)) flow.pass(command);
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

  pass(command: Command): void {
    switch (command.kind) {
      case 'eval':
        for (const { target, value } of command.assignments) this.#note(target.name, this.#kindOf(value));
        break;
      case 'rename':
        for (const { source, target } of command.renames)
          this.#note(target.name, this.#kindOfField(source.name));
        break;
      case 'set':
        this.#passParameter(command);
        break;
      case 'rex':
        this.#passPattern(command);
        break;
      case 'parse':
        this.anywhere ??= this.#kindOfOption(command, 'field', 'line');
        break;
      case 'lookup':
        this.#passLookup(command);
        break;
      default:
        this.#passOther(command);
    }
  }

  #passOther(command: Command): void {
    switch (command.kind) {
      case 'prev':
        for (const { name } of command.fields) this.#note(`prev_${name}`, this.#kindOfField(name));
        break;
      case 'tojson':
        this.#passJson(command);
        break;
      case 'other':
        // The columns that it creates are unknown.
        this.anywhere ??= firstOf(
          (command.arguments.match(/[\p{L}\p{N}_.]+/gu) ?? []).map((word) => this.#kindOfField(word)),
        );
        break;
      default:
        this.#passAggregation(command);
    }
  }

  /** Without a list it takes all columns, which are unknown. */
  #passJson({ fields, options }: Extract<Command, { kind: 'tojson' }>): void {
    const kinds = fields.map(({ name }) => this.#kindOfField(name));
    this.#note(optionText(options, 'output') ?? '_json', fields.length === 0 ? 'value' : firstOf(kinds));
  }

  #passLookup({ outputs }: Extract<Command, { kind: 'lookup' }>): void {
    for (const { field, alias } of outputs) {
      if (alias) this.#note(alias.name, this.#kindOfField(field.name));
    }
  }

  #passAggregation(command: Command): void {
    if (command.kind !== 'stats' && command.kind !== 'timechart' && command.kind !== 'pivot') return;
    for (const aggregate of command.aggregates) this.#passAggregate(aggregate);
    if (command.kind === 'stats') return;
    const turned = command.kind === 'pivot' ? command.columnFields : command.by;
    this.names ??= firstOf(turned.map(({ name }) => this.#kindOfField(name)));
    if (command.kind === 'pivot') for (const { name } of command.rowFields) this.namedColumns.add(name);
  }

  #passAggregate({ function: called, arguments: args, column }: Aggregate): void {
    if (counting.has(called.text)) return;
    this.#note(column, firstOf(args.map((value) => this.#kindOf(value))));
  }

  /** Everything extracted from a sensitive field is sensitive. */
  #passPattern(command: Extract<Command, { kind: 'rex' }>): void {
    const kind = this.#kindOfOption(command, 'field');
    for (const group of command.groups) this.#note(group, kind);
  }

  #kindOfOption({ options }: Command, option: string, defaultValue = ''): SensitiveKind | undefined {
    const value = options.find(({ name }) => name.text === option)?.value;
    if (value === undefined) return this.#kindOfField(defaultValue);
    if (value.kind === 'word') return this.#kindOfField(value.text);
    return value.kind === 'string' ? this.#kindOfField(value.value) : undefined;
  }

  #note(column: string, kind: SensitiveKind | undefined): void {
    this.namedColumns.add(column);
    if (kind !== undefined) this.columns.set(column, kind);
  }

  #passParameter({ parameter, value }: Extract<Command, { kind: 'set' }>): void {
    const kind = this.#kindOf(value);
    if (kind !== undefined) this.#parameters.set(parameter?.text ?? '', kind);
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
