import { t } from '../base/localize';
import { fieldOf } from '../interface/optional';
import { printFieldName } from '../language/printExpression';
import { meaningOf, parseConditions, usedSelections } from './condition';
import type { Condition, WithSelections } from './condition';
import type { Detection } from './detection';
import { combineValues, findSource, withMappedValues } from './mapping';
import type { MappedSource, SigmaMapping } from './mappingFile';
import type { Placeholders } from './placeholders';
import { fieldOperand, joinBlocks, joinPrinted, negatedBlock, printItem, searchCommand } from './printSearch';
import type { Block, Operand, Printed } from './printSearch';
import { readDetection } from './readDetection';
import type { FilterDocument, LogSource, RuleDocument } from './sigmaDocument';
import { reject } from './sigmaRejection';

export interface ConversionOptions {
  readonly mapping: SigmaMapping;
  /** The table for unmapped log sources. */
  readonly table?: string | undefined;
  /** The table for all log sources: conditions and fields of the mapping still apply. */
  readonly onlyTable?: string | undefined;
  /** The period of the query, which overrides that of the mapping. */
  readonly duration?: string | undefined;
  /** Only events of this period, as expressions; the end is exclusive. */
  readonly within?: { readonly from: string; readonly to: string } | undefined;
}

/** A query under construction: its commands and warnings. */
export interface Conversion {
  readonly commands: readonly string[];
  /** The names that were mapped. */
  readonly mapped: readonly string[];
  readonly warnings: readonly Warning[];
  /** The sources that the platform must have. */
  readonly sources: readonly UsedSource[];
  /** The name of a rule's field in the rows of the query. */
  fieldName(field: string): string;
}

/** The rows and fields that a rule uses. */
export interface UsedSource {
  readonly tables: readonly string[];
  /** The condition that selects the log source within the tables. */
  readonly condition: string | undefined;
  readonly fields: readonly UsedField[];
  /** The line of the log source in the rule. */
  readonly line: number;
}

interface UsedField {
  /** The name on the platform. */
  readonly name: string;
  /** The line of the first use in the rule. */
  readonly line: number;
}

export interface Warning {
  readonly message: string;
  readonly line: number;
}

/** The commands for a rule. Throws if it cannot be converted. */
export function convertRule(
  rule: RuleDocument,
  filters: readonly FilterDocument[],
  options: ConversionOptions,
): Conversion {
  const { logSource } = rule;
  const source = sourceOf(logSource, options);
  const names = new FieldNames(source, options.mapping);
  const keywords = source?.keywords ?? options.mapping.keywords;
  const values = combineValues(options.mapping.values, source?.values ?? {});
  const printer = new RulePrinter(names, options.mapping.placeholders, keywords, values);
  const found = printer.print(rule);
  checkFilters(rule, filters);
  const filtered = filters.map((filter) => printer.printFilter(filter));
  names.check(logSource.line);
  const condition = source?.condition;
  const { within } = options;
  return {
    commands: [
      tableCommand(source, options),
      ...(within === undefined ? [] : [`search _time >= ${within.from} and _time < ${within.to}`]),
      ...(condition === undefined ? [] : [`search ${condition}`]),
      searchCommand(joinBlocks('and', [found, ...filtered])),
    ],
    mapped: [...sourceNotes(logSource, source, options), ...names.notes],
    warnings: unusedSelections(rule),
    sources: [{ tables: tablesOf(source, options), condition, fields: names.used, line: logSource.line }],
    fieldName: (field) => {
      const name = names.nameOf(field, logSource.line);
      names.check(logSource.line);
      return name;
    },
  };
}

/** Without its filter, a rule would find what nobody wants to see. */
function checkFilters({ information }: RuleDocument, filters: readonly FilterDocument[]): void {
  const rejected = filters.find(({ rejection }) => rejection !== undefined);
  if (rejected === undefined) return;
  const { title, id } = rejected.information;
  reject(
    t('The filter “{0}” applies to this rule and cannot be converted.', title ?? id ?? ''),
    information.line,
  );
}

function sourceOf(logSource: LogSource, options: ConversionOptions): MappedSource | undefined {
  const source = findSource(options.mapping, logSource);
  if (source ?? options.table ?? options.onlyTable) return source;
  reject(
    t('The mapping has no table for the log source {0}.', describeSource(logSource)),
    logSource.line,
    'mapping',
  );
}

function describeSource({ product, category, service }: Omit<LogSource, 'line'>): string {
  const named = Object.entries({ product, category, service }).filter(([, value]) => value !== undefined);
  return named.map(([name, value]) => `${name} ${value ?? ''}`).join(', ') || t('unnamed');
}

function tableCommand(source: MappedSource | undefined, options: ConversionOptions): string {
  const duration = options.duration ?? options.mapping.duration;
  const tables = tablesOf(source, options).join(', ');
  return duration === undefined ? `table ${tables}` : `table duration=${duration} ${tables}`;
}

function tablesOf(
  source: MappedSource | undefined,
  { onlyTable, table = '' }: ConversionOptions,
): readonly string[] {
  return onlyTable === undefined ? (source?.tables ?? [table]) : [onlyTable];
}

function sourceNotes(
  logSource: LogSource,
  source: MappedSource | undefined,
  options: ConversionOptions,
): readonly string[] {
  if (!source || options.onlyTable !== undefined) return [];
  return [`${describeSource(logSource)} → ${source.tables.join(', ')}`];
}

/** The names of a rule's fields on the platform, and those that the mapping lacks. */
class FieldNames {
  readonly #used = new Map<string, UsedField>();
  readonly #missing = new Set<string>();

  constructor(
    private readonly source: MappedSource | undefined,
    private readonly mapping: SigmaMapping,
  ) {}

  nameOf(field: string, line: number): string {
    const mapped = this.#mapped(field);
    if (mapped === undefined && this.mapping.strict === true) this.#missing.add(field);
    const name = mapped ?? field;
    if (!this.#used.has(field)) this.#used.set(field, { name, line });
    return name;
  }

  #mapped(field: string): string | undefined {
    const name = fieldOf(this.source?.fields ?? {}, field) ?? fieldOf(this.mapping.fields, field);
    const prefix = this.source?.prefix ?? this.mapping.prefix;
    return name ?? (prefix === undefined ? undefined : `${prefix}${field}`);
  }

  check(line: number): void {
    if (this.#missing.size === 0) return;
    const fields = [...this.#missing].join(', ');
    reject(t('The mapping has no names for these fields: {0}.', fields), line, 'mapping');
  }

  get used(): readonly UsedField[] {
    return [...this.#used.values()];
  }

  get notes(): readonly string[] {
    return [...this.#used]
      .filter(([field, { name }]) => field !== name)
      .map(([field, { name }]) => `${field} → ${name}`);
  }
}

/** All values of a row except those that the platform adds, for keywords. */
const wholeRow: Operand = { text: 'rowtext()', isRow: true };

class RulePrinter {
  constructor(
    private readonly names: FieldNames,
    private readonly placeholders: Placeholders,
    private readonly keywords: string | undefined,
    private readonly values: SigmaMapping['values'],
  ) {}

  /** One line for each selection in the conditions. */
  print(detection: WithSelections): Block {
    return this.#printConditions(detection, parseConditions(detection));
  }

  /** A filter describes what to exclude, unless its condition uses `not`. */
  printFilter(filter: WithSelections): Block {
    const parsed = parseConditions(filter);
    const block = this.#printConditions(filter, parsed);
    return parsed.every((condition) => meaningOf(condition) === 'exclusion') ? block : negatedBlock(block);
  }

  #printConditions({ selections }: WithSelections, parsed: readonly Condition[]): Block {
    const printed = new Map<string, Block>();
    const selectionBlock = (name: string): Block => {
      const known = printed.get(name);
      // The condition parser has checked that the selection exists.
      const selection = selections.find((candidate) => candidate.name === name);
      if (known) return known;
      if (!selection) return joinBlocks('and', []);
      const node = withMappedValues(selection.node, this.values);
      const { text, binding } = this.#printDetection(readDetection(node, this.placeholders));
      const block: Block = { lines: [text], binding };
      printed.set(name, block);
      return block;
    };
    return joinBlocks(
      'or',
      parsed.map((condition) => conditionBlock(condition, selectionBlock)),
    );
  }

  #printDetection(detection: Detection): Printed {
    if (detection.kind !== 'item') {
      return joinPrinted(
        detection.kind === 'all' ? 'and' : 'or',
        detection.parts.map((part) => this.#printDetection(part)),
      );
    }
    const { field, line } = detection.item;
    const operand =
      field === undefined ? this.#keywordOperand() : fieldOperand(this.names.nameOf(field, line));
    return printItem(detection.item, operand, (other) => printFieldName(this.names.nameOf(other, line)));
  }

  #keywordOperand(): Operand {
    return this.keywords === undefined ? wholeRow : fieldOperand(this.keywords);
  }
}

function conditionBlock(condition: Condition, selectionBlock: (name: string) => Block): Block {
  switch (condition.kind) {
    case 'selection':
      return selectionBlock(condition.name);
    case 'not':
      return negatedBlock(conditionBlock(condition.operand, selectionBlock));
    default:
      return joinBlocks(
        condition.kind === 'all' ? 'and' : 'or',
        condition.parts.map((part) => conditionBlock(part, selectionBlock)),
      );
  }
}

export function unusedSelections(rule: RuleDocument): readonly Warning[] {
  const used = new Set(parseConditions(rule).flatMap(usedSelections));
  return rule.selections
    .filter(({ name }) => !used.has(name))
    .map(({ name, line }) => ({ message: t('The condition does not use the selection “{0}”.', name), line }));
}
