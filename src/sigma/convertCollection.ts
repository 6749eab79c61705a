import { t } from '../shared/localize';
import { convertCorrelation, secondsOf } from './convertCorrelation';
import { convertRule } from './convertRule';
import type { Conversion, ConversionOptions, UsedSource, Warning } from './convertRule';
import { printHeader } from './header';
import { readDocuments } from './readDocuments';
import type { ReadDocument } from './readDocuments';
import { furtherProblems, noFurtherProblems } from './ruleProblems';
import type { FurtherProblems } from './ruleProblems';
import type {
  CorrelationDocument,
  FilterDocument,
  Information,
  LogSource,
  RuleDocument,
  SigmaDocument,
} from './sigmaDocument';
import { SigmaRefusal } from './sigmaRefusal';

export interface SigmaFile {
  /** The displayed name. */
  readonly name: string;
  readonly text: string;
}

/** A rule as a query, or the reason why it cannot be converted. */
export type ConvertedRule = {
  readonly file: string;
  /** Undefined for a rule without a log source, such as a correlation. */
  readonly logSource: LogSource | undefined;
} & (
  | (ConvertedQuery & { readonly information: Information })
  /** Undefined if the file is not valid YAML. */
  | (Refused & { readonly information: Information | undefined })
);

interface Refused {
  readonly refusal: SigmaRefusal;
  readonly further: FurtherProblems;
}

export interface ConvertedQuery {
  readonly query: string;
  /** The same query over another period. */
  readonly queryOver: (duration: string | undefined) => string;
  readonly warnings: readonly Warning[];
  readonly sources: readonly UsedSource[];
  /** The length of a correlation's windows, in seconds. */
  readonly timespan: number | undefined;
}

interface PlacedDocument {
  readonly file: string;
  readonly read: ReadDocument | { readonly refusal: SigmaRefusal; readonly information: undefined };
}

/**
 * Converts the rules of files, in order. Filters and correlations may refer to rules of any file. A rule that
 * a correlation of the same file uses is not a separate result, unless the correlation sets `generate`.
 */
export function convertCollection(
  files: readonly SigmaFile[],
  options: ConversionOptions,
): readonly ConvertedRule[] {
  return [...convertSteps(files, options)].flatMap((step) => step ?? []);
}

/** The same as a generator, for callers that must not block; a step may yield no rule. */
export function* convertSteps(
  files: readonly SigmaFile[],
  options: ConversionOptions,
): Generator<ConvertedRule | undefined, void> {
  const documents: PlacedDocument[] = [];
  for (const file of files) {
    documents.push(...readFile(file));
    yield undefined;
  }
  const collection = new Collection(documents, options);
  for (const { file, read } of documents) {
    if ('refusal' in read) {
      const { information, refusal } = read;
      yield { file, information, logSource: undefined, refusal, further: noFurtherProblems };
      continue;
    }
    const { document } = read;
    if (document.kind === 'filter' || collection.isPart(document, file)) continue;
    const logSource = document.kind === 'rule' ? document.logSource : undefined;
    yield { file, information: document.information, logSource, ...collection.convert(document) };
  }
}

function readFile({ name, text }: SigmaFile): readonly PlacedDocument[] {
  try {
    return readDocuments(text).map((read) => ({ file: name, read }));
  } catch (error) {
    if (!(error instanceof SigmaRefusal)) throw error;
    return [{ file: name, read: { refusal: error, information: undefined } }];
  }
}

type Convertible = RuleDocument | CorrelationDocument;

function timespanOf(document: Convertible): number | undefined {
  const correlation = document.kind === 'correlation' ? document : document.aggregation;
  return correlation && secondsOf(correlation);
}

class Collection {
  readonly #rules = new Map<string, Convertible>();
  readonly #filters: FilterDocument[] = [];
  /** The rules that correlations use, by file. */
  readonly #parts = new Map<string, Set<string>>();

  constructor(
    documents: readonly PlacedDocument[],
    private readonly options: ConversionOptions,
  ) {
    for (const { file, read } of documents) if ('document' in read) this.#add(file, read.document);
  }

  isPart({ kind, information: { id, name } }: Convertible, file: string): boolean {
    const parts = this.#parts.get(file);
    return (
      kind === 'rule' && [id, name].some((reference) => reference !== undefined && parts?.has(reference))
    );
  }

  convert(document: Convertible): ConvertedQuery | Refused {
    try {
      const conversion = this.#conversionOf(document, [], this.options);
      const print = ({ commands, mapped }: Conversion): string =>
        [printHeader(document.information, mapped), ...commands].join('\n| ');
      return {
        query: print(conversion),
        queryOver: (duration) => print(this.#conversionOf(document, [], { ...this.options, duration })),
        warnings: conversion.warnings,
        sources: conversion.sources,
        timespan: timespanOf(document),
      };
    } catch (error) {
      if (!(error instanceof SigmaRefusal)) throw error;
      const further =
        document.kind === 'rule'
          ? furtherProblems(document, error, this.options.mapping.placeholders)
          : noFurtherProblems;
      return { refusal: error, further };
    }
  }

  #add(file: string, document: SigmaDocument): void {
    if (document.kind === 'filter') {
      this.#filters.push(document);
      return;
    }
    const { id, name } = document.information;
    for (const reference of [id, name]) if (reference !== undefined) this.#rules.set(reference, document);
    if (document.kind === 'rule' || document.generate) return;
    const parts = this.#parts.get(file) ?? new Set();
    this.#parts.set(file, parts);
    for (const rule of document.rules) parts.add(rule);
  }

  #conversionOf(
    document: Convertible,
    above: readonly Convertible[],
    options: ConversionOptions,
  ): Conversion {
    if (document.kind === 'rule') {
      const conversion = convertRule(document, this.#filtersOf(document), options);
      const { aggregation } = document;
      if (!aggregation) return conversion;
      const counted = convertCorrelation(aggregation, [{ name: 'rule', conversion }]);
      return { ...counted, warnings: conversion.warnings };
    }
    if (above.includes(document)) {
      throw new SigmaRefusal(t('The correlation refers to itself.'), document.line);
    }
    const rules = document.rules.map((name) => {
      const rule = this.#rules.get(name);
      if (!rule)
        throw new SigmaRefusal(
          t('The correlation refers to the rule "{0}", which does not exist.', name),
          document.line,
        );
      // Aliases refer to a rule by name, even if the correlation uses its ID.
      const known = rule.information.name ?? name;
      return { name: known, conversion: this.#conversionOf(rule, [...above, document], options) };
    });
    return convertCorrelation(document, rules);
  }

  #filtersOf({ information: { id, name }, logSource }: RuleDocument): readonly FilterDocument[] {
    return this.#filters.filter((filter) => {
      const isMeant = filter.rules.some((rule) => rule === 'any' || rule === id || rule === name);
      const { product, category, service } = filter.logSource;
      const isSame = (one: string | undefined, other: string | undefined): boolean =>
        one === undefined || one === other;
      return (
        isMeant &&
        isSame(product, logSource.product) &&
        isSame(category, logSource.category) &&
        isSame(service, logSource.service)
      );
    });
  }
}
