import type {
  Expression,
  FieldReference,
  Located,
  MissingExpression,
  Name,
  NumberLiteral,
  ParameterReference,
  StringLiteral,
} from './expression';

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

export type Command =
  | TableCommand
  | FulltextCommand
  | JsonCommand
  | SearchCommand
  | EvalCommand
  | FieldsCommand
  | RenameCommand
  | StatsCommand
  | TimechartCommand
  | SortCommand
  | LimitCommand
  | JoinCommand
  | UnionCommand
  | RexCommand
  | ParseCommand
  | ExplodeCommand
  | OrderCommand
  | PrevCommand
  | RepeatCommand
  | DropCommand
  | SetCommand
  | SetqCommand
  | LookupCommand
  | ImportCommand
  | SystemCommand
  | PivotCommand
  | ToJsonCommand
  | GatherCommand
  | CopyTableCommand
  | MatchNetCommand
  | ResultCommand
  | MemLookupCommand
  | BypassCommand
  | CommentCommand
  | OtherCommand;

export type CommandKind = Command['kind'];

interface CommandOf<Kind extends string> extends Located {
  readonly kind: Kind;
  /** The name as written; empty if the segment does not start with one. */
  readonly name: Name;
  readonly options: readonly Option[];
  readonly subqueries: readonly Subquery[];
}

export interface TableCommand extends CommandOf<'table'> {
  readonly tables: readonly TableName[];
}

export interface FulltextCommand extends CommandOf<'fulltext'> {
  readonly condition: FulltextCondition | undefined;
  readonly tables: readonly TableName[];
}

export interface JsonCommand extends CommandOf<'json'> {
  readonly text: StringLiteral | undefined;
  /** One object per row; empty if the text is invalid. */
  readonly rows: readonly JsonRow[];
}

export interface SearchCommand extends CommandOf<'search'> {
  readonly condition: Expression;
}

export interface EvalCommand extends CommandOf<'eval'> {
  readonly assignments: readonly Assignment[];
}

export interface FieldsCommand extends CommandOf<'fields'> {
  /** With `-`: removes the named fields and keeps the others. */
  readonly exclude: boolean;
  readonly fields: readonly FieldReference[];
}

export interface RenameCommand extends CommandOf<'rename'> {
  readonly renames: readonly Rename[];
}

/** `stats`, or `rollup` and `cube`, which add subtotals. */
export interface StatsCommand extends CommandOf<'stats'> {
  readonly aggregates: readonly Aggregate[];
  readonly by: readonly FieldReference[];
}

export interface TimechartCommand extends CommandOf<'timechart'> {
  readonly aggregates: readonly Aggregate[];
  readonly by: readonly FieldReference[];
}

export interface SortCommand extends CommandOf<'sort'> {
  readonly keys: readonly SortKey[];
  readonly by: readonly FieldReference[];
}

export interface LimitCommand extends CommandOf<'limit'> {
  readonly offset: NumberLiteral | ParameterReference | undefined;
  readonly maximum: NumberLiteral | ParameterReference | undefined;
}

export interface JoinCommand extends CommandOf<'join'> {
  readonly keys: readonly FieldReference[];
  readonly subquery: Subquery | undefined;
}

export interface UnionCommand extends CommandOf<'union'> {
  readonly subquery: Subquery | undefined;
}

export interface RexCommand extends CommandOf<'rex'> {
  readonly pattern: StringLiteral | undefined;
  /** The named groups of the pattern, in order: the fields that the command adds. */
  readonly groups: readonly string[];
}

export interface ParseCommand extends CommandOf<'parse'> {
  readonly format: 'json' | 'kv' | 'csv';
  /** The optional column names of `parsecsv`. */
  readonly fields: readonly FieldReference[];
}

export interface ExplodeCommand extends CommandOf<'explode'> {
  readonly field: FieldReference | undefined;
}

export interface OrderCommand extends CommandOf<'order'> {
  readonly fields: readonly FieldReference[];
}

export interface PrevCommand extends CommandOf<'prev'> {
  readonly fields: readonly FieldReference[];
}

/** `repeat count=N [over=10s]`: each row N times, the copies spread evenly over the span. */
export type RepeatCommand = CommandOf<'repeat'>;

/** Discards all rows. */
export type DropCommand = CommandOf<'drop'>;

export interface SetCommand extends CommandOf<'set'> {
  readonly parameter: Name | undefined;
  readonly value: Expression;
}

export interface SetqCommand extends CommandOf<'setq'> {
  readonly subquery: Subquery | undefined;
}

export interface LookupCommand extends CommandOf<'lookup'> {
  readonly table: Name | undefined;
  readonly key: LookupField | undefined;
  readonly outputs: readonly LookupField[];
}

export interface ImportCommand extends CommandOf<'import'> {
  readonly table: TableName | undefined;
}

export interface SystemCommand extends CommandOf<'system'> {
  readonly object: Name | undefined;
  readonly tables: readonly TableName[];
}

/** `pivot AGGREGATE rows FIELD cols FIELD`. */
export interface PivotCommand extends CommandOf<'pivot'> {
  readonly aggregates: readonly Aggregate[];
  readonly rowFields: readonly FieldReference[];
  readonly columnFields: readonly FieldReference[];
}

export interface ToJsonCommand extends CommandOf<'tojson'> {
  /** Empty for all fields. */
  readonly fields: readonly FieldReference[];
}

/** `parallel` and `serial`: the rows of all the subqueries. */
export type GatherCommand = CommandOf<'gather'>;

export interface CopyTableCommand extends CommandOf<'copytable'> {
  readonly source: TableName | undefined;
  readonly target: TableName | undefined;
}

export interface MatchNetCommand extends CommandOf<'matchnet'> {
  readonly table: TableName | undefined;
}

export interface ResultCommand extends CommandOf<'result'> {
  readonly id: number | undefined;
}

/** `memlookup [op=build|load|drop|list] name=NAME key=FIELD`. */
export type MemLookupCommand = CommandOf<'memlookup'>;

/** Passes rows on unchanged. */
export type BypassCommand = CommandOf<'bypass'>;

/** `# text`: passes rows on unchanged. */
export interface CommentCommand extends CommandOf<'comment'> {
  readonly text: string;
}

/** A command whose arguments the language does not parse. `known` ones are in the catalog. */
export interface OtherCommand extends CommandOf<'other'> {
  readonly known: boolean;
  /** As written, without subqueries. */
  readonly arguments: string;
}

export interface Option extends Located {
  readonly kind: 'option';
  readonly name: Name;
  readonly value: OptionValue;
}

export type OptionValue = BareWord | StringLiteral | ParameterReference | MissingExpression;

export interface BareWord extends Located {
  readonly kind: 'word';
  readonly text: string;
}

export interface TableName extends Located {
  readonly kind: 'tableName';
  /** Without the question mark; may contain `*`. */
  readonly name: string;
  readonly wildcard: boolean;
  /** `T?`: a missing table is not an error. */
  readonly optional: boolean;
}

export type FulltextCondition =
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
