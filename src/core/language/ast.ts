import type {
  BinaryOperator,
  Expression,
  FieldReference,
  Located,
  MissingExpression,
  Name,
  NumberLiteral,
  ParameterReference,
  StringLiteral,
} from './expression';
import type { WordTerm } from './outline';

/** A pipeline: the whole text, or the content of a subquery. */
export interface Query extends Located {
  readonly kind: 'query';
  readonly commands: readonly Command[];
}

/** `[ … ]`, including the brackets. */
export interface Subquery extends Located {
  readonly kind: 'subquery';
  readonly query: Query;
}

interface CommandBase<Kind extends string> extends Located {
  readonly kind: Kind;
  /** The name as written; empty if the segment does not start with one. */
  readonly name: Name;
  readonly options: readonly Option[];
  readonly subqueries: readonly Subquery[];
}

type Fields = readonly FieldReference[];
type Count = NumberLiteral | ParameterReference | undefined;

interface Aggregation {
  aggregates: readonly Aggregate[];
  by: Fields;
}

/** What each kind of command has in addition. */
interface CommandProperties {
  /** With the columns of `lookuptable`, if it names any. */
  table: { tables: readonly TableName[]; columns: Fields };
  fulltext: { condition: FulltextCondition | undefined; tables: readonly TableName[] };
  /** One row per object; none if the text is invalid. */
  json: { text: Expression | undefined; rows: readonly JsonRow[] };
  search: { condition: Expression };
  eval: { assignments: readonly Assignment[] };
  /** With `-`: removes the named fields and keeps the others. */
  fields: { exclude: boolean; fields: Fields };
  rename: { renames: readonly Rename[] };
  /** `stats`, or `rollup` and `cube`, which add subtotals. */
  stats: Aggregation;
  timechart: Aggregation;
  sort: { keys: readonly SortKey[]; by: Fields };
  limit: { offset: Count; maximum: Count };
  join: { keys: Fields; subquery: Subquery | undefined };
  union: { subquery: Subquery | undefined };
  /** With the named groups of the pattern, in order: the fields that the command adds. */
  rex: { pattern: StringLiteral | undefined; groups: readonly string[] };
  /** With the optional column names of `parsecsv`. */
  parse: { format: 'json' | 'kv' | 'csv' | 'map' | 'xml'; fields: Fields };
  /** `parse PARSER`, or `parse "START*END" as FIELD, …`. */
  anchors: { parser: Name | undefined; anchors: readonly Anchor[] };
  explode: { field: FieldReference | undefined };
  order: { fields: Fields };
  prev: { fields: Fields };
  /** `repeat count=N [over=10s]`: each row N times, the copies spread evenly over the span. */
  repeat: unknown;
  /** Discards all rows. */
  drop: unknown;
  set: { parameter: Name | undefined; value: Expression };
  /** The same for every row at run time. */
  evalc: { parameter: Name | undefined; value: Expression };
  setq: { subquery: Subquery | undefined };
  lookup: { table: Name | undefined; key: LookupField | undefined; outputs: readonly LookupField[] };
  import: { table: TableName | undefined };
  system: { object: Name | undefined; tables: readonly TableName[] };
  /** `pivot AGGREGATE rows FIELD cols FIELD`. */
  pivot: { aggregates: readonly Aggregate[]; rowFields: Fields; columnFields: Fields };
  /** Without fields: all of them. */
  tojson: { fields: Fields };
  /** `parallel` and `serial`: the incoming rows pass through the commands of the subquery. */
  through: { subquery: Subquery | undefined };
  matchnet: { table: TableName | undefined };
  result: { id: number | undefined };
  /** `memlookup op=build name=NAME key=FIELD FIELD, …`, or another operation. */
  memlookup: { fields: Fields };
  boxplot: { value: Expression; by: Fields };
  /** Without fields: all of them. The rows of the subquery are the patterns. */
  mpsearch: { fields: Fields; subquery: Subquery | undefined };
  /** `evtctxadd` and `evtctxdel` have a condition; `evtctxdrop` and `evtctxlist` have none. */
  evtctx: { condition: Expression | undefined };
  proc: { procedure: Name | undefined; arguments: readonly Expression[] };
  /** Passes rows on unchanged. */
  bypass: unknown;
  /** `# text`: passes rows on unchanged. */
  comment: { text: string };
  /** A command whose arguments stay text, as written without subqueries. `known` ones are in the catalog. */
  other: { known: boolean; arguments: string };
}

export type CommandKind = keyof CommandProperties;
export type CommandOf<Kind extends CommandKind> = CommandBase<Kind> & Readonly<CommandProperties[Kind]>;
export type Command = { [Kind in CommandKind]: CommandOf<Kind> }[CommandKind];

export interface Option extends Located {
  readonly kind: 'option';
  readonly name: Name;
  readonly value: OptionValue;
}

export type OptionValue = WordTerm | StringLiteral | ParameterReference | MissingExpression;

export interface TableName extends Located {
  readonly kind: 'tableName';
  /** Without the node and the question mark; may contain `*`. */
  readonly name: string;
  /** `NODE:TABLE`; may be `*`. */
  readonly node?: string;
  readonly wildcard: boolean;
  /** `T?`: a missing table is not an error. */
  readonly optional: boolean;
  /** The parameter that holds the name, which is then empty. */
  readonly parameter?: ParameterReference;
  /** `meta("key==value", "name*")`: a condition on the metadata, and names; then the name is empty. */
  readonly selection?: readonly Expression[];
}

export type FulltextCondition =
  | (Located & {
      readonly kind: 'comparison';
      readonly field: FieldReference;
      readonly operator: BinaryOperator;
      readonly value: Expression;
    })
  /** `range(1, 9)`, or `iprange("10.0.0.1", "10.0.0.9")`; both ends included. */
  | (Located & {
      readonly kind: 'range' | 'iprange';
      readonly minimum: Expression;
      readonly maximum: Expression;
    })
  /** Every value of its rows is a term. */
  | (Located & { readonly kind: 'rows'; readonly subquery: Subquery })
  | (Located & { readonly kind: 'term'; readonly value: string })
  | (Located & { readonly kind: 'not'; readonly operand: FulltextCondition })
  | (Located & {
      readonly kind: 'and' | 'or';
      readonly left: FulltextCondition;
      readonly right: FulltextCondition;
    });

export interface Assignment extends Located {
  readonly target: FieldReference;
  readonly value: Expression;
}

/** The text between two others; to the end if the second is empty. */
export interface Anchor extends Located {
  readonly start: string;
  readonly end: string;
  readonly field: FieldReference;
}

export interface Rename extends Located {
  readonly source: FieldReference;
  readonly target: FieldReference;
}

export interface Aggregate extends Located {
  readonly function: Name;
  readonly arguments: readonly Expression[];
  readonly alias: FieldReference | undefined;
  /** The column name: the alias, otherwise the call as text, such as `sum(bytes)`. */
  readonly column: string;
}

export interface SortKey extends Located {
  readonly field: FieldReference;
  readonly descending: boolean;
}

export interface LookupField extends Located {
  readonly field: FieldReference;
  readonly alias: FieldReference | undefined;
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonRow;
export interface JsonRow {
  readonly [field: string]: JsonValue;
}
