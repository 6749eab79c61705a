import { t } from '../base/localize';
import { isGuid } from '../interface/guid';
import { convertCorrelation, eventsOfCorrelation, lookBackOf } from './convertCorrelation';
import { convertRule } from './convertRule';
import type { Conversion, ConversionOptions, UsedSource, Warning } from './convertRule';
import { printHeader } from './header';
import { fitsSource } from './mapping';
import { readDocuments } from './readDocuments';
import { eventsOfRule } from './correlationEvents';
import type { RuleEvents } from './correlationEvents';
import { printSpan } from './runPeriod';
import type { RunPeriod } from './runPeriod';
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
import { readOrRejection, reject, SigmaRejection } from './sigmaRejection';

export interface SigmaFile {
  /** The displayed name. */
  readonly name: string;
  readonly text: string;
  /** Only for references of the other files: its own rules are not converted. */
  readonly isOnlyReferred?: boolean;
}

/** A rule as a query, or the reason why it cannot be converted. */
export type ConvertedRule = {
  readonly file: string;
  /** Undefined for a rule without a log source, such as a correlation. */
  readonly logSource: LogSource | undefined;
} & (
  | (ConvertedQuery & { readonly information: Information })
  /** Undefined if the file is not valid YAML. */
  | (Rejected & { readonly information: Information | undefined })
);

interface Rejected {
  readonly rejection: SigmaRejection;
  readonly further: FurtherProblems;
}

export interface ConvertedQuery {
  readonly query: string;
  /** The same query over another period. */
  readonly queryOver: (duration: string | undefined) => string;
  readonly warnings: readonly Warning[];
  /** What was mapped, such as `Image → image_path`. */
  readonly notes: readonly string[];
  readonly sources: readonly UsedSource[];
  /** The same query for the runs of a schedule. */
  readonly queryBetween: (period: RunPeriod) => string;
  /** Whether a row is a match of several events. */
  readonly isCorrelation: boolean;
}

interface LocatedDocument {
  readonly file: SigmaFile;
  readonly read: ReadDocument | { readonly rejection: SigmaRejection; readonly information: undefined };
}

/**
 * Converts the rules of files, in order. Filters and correlations may refer to rules of any file. A rule that
 * a correlation uses is not a separate result, unless the correlation sets `generate`.
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
  const documents: LocatedDocument[] = [];
  for (const file of files) {
    documents.push(...readFile(file));
    yield undefined;
  }
  const collection = new Collection(documents, options);
  for (const { file, read } of documents) {
    if (file.isOnlyReferred === true) continue;
    if ('rejection' in read) {
      const { information, rejection } = read;
      yield { file: file.name, information, logSource: undefined, rejection, further: noFurtherProblems };
      continue;
    }
    const { document } = read;
    if (document.kind === 'filter') {
      const { information, rejection, logSource } = document;
      if (rejection) yield { file: file.name, information, logSource, rejection, further: noFurtherProblems };
      continue;
    }
    if (collection.isPart(document)) continue;
    const logSource = document.kind === 'rule' ? document.logSource : undefined;
    yield { file: file.name, information: document.information, logSource, ...collection.convert(document) };
  }
}

function readFile(file: SigmaFile): readonly LocatedDocument[] {
  const documents = readOrRejection(() => readDocuments(file.text));
  return documents instanceof SigmaRejection
    ? [{ file, read: { rejection: documents, information: undefined } }]
    : documents.map((read) => ({ file, read }));
}

type Convertible = RuleDocument | CorrelationDocument;

/** A rule or a correlation with everything that it builds on. */
interface ConvertedDocument extends Pick<Conversion, 'commands' | 'mapped' | 'warnings' | 'sources'> {
  /** How long before a match its events begin, in seconds; undefined if a match is an event. */
  readonly lookBack: number | undefined;
  /** Its matches, for a correlation that refers to it by this name. */
  events(name: string): RuleEvents;
}

/** A name, or a UUID in lower case: the case of its letters means nothing. */
function comparable<Reference extends string | undefined>(reference: Reference): Reference | string {
  return reference !== undefined && isGuid(reference) ? reference.toLowerCase() : reference;
}

class Collection {
  /** By name or ID. */
  readonly #rules = new Map<string, readonly Convertible[]>();
  readonly #filters: FilterDocument[] = [];
  readonly #correlations: CorrelationDocument[] = [];

  constructor(
    documents: readonly LocatedDocument[],
    private readonly options: ConversionOptions,
  ) {
    for (const { file, read } of documents) if ('document' in read) this.#add(file, read.document);
  }

  /** Whether the document only serves correlations. Of several that refer to each other, none does. */
  isPart(document: Convertible): boolean {
    const users = this.#correlations.filter(
      (user) => this.#partsOf(user).includes(document) && !this.#builtOn(document).has(user),
    );
    return users.length > 0 && !users.some(({ generate }) => generate);
  }

  convert(document: Convertible): ConvertedQuery | Rejected {
    const converted = readOrRejection(() => this.#converted(document, [], this.options));
    if (converted instanceof SigmaRejection) {
      const { placeholders } = this.options.mapping;
      const isRule = document.kind === 'rule';
      const further = isRule ? furtherProblems(document, converted, placeholders) : noFurtherProblems;
      return { rejection: converted, further };
    }
    const print = ({ commands, mapped }: ConvertedDocument): string =>
      [printHeader(document.information, mapped), ...commands].join('\n| ');
    return {
      query: print(converted),
      queryOver: (duration) => print(this.#converted(document, [], { ...this.options, duration })),
      warnings: converted.warnings,
      notes: converted.mapped,
      sources: converted.sources,
      queryBetween: (period) => print(this.#between(document, period, converted.lookBack ?? 0)),
      isCorrelation: converted.lookBack !== undefined,
    };
  }

  #between(document: Convertible, period: RunPeriod, lookBack: number): ConvertedDocument {
    const { from, to, maxSeconds } = period;
    const within = { from: lookBack === 0 ? from : `dateadd(${from}, "sec", -${lookBack})`, to };
    const options = { ...this.options, duration: printSpan(maxSeconds + lookBack), within };
    return this.#converted(document, [], options, period);
  }

  #add(file: SigmaFile, document: SigmaDocument): void {
    if (document.kind === 'filter') {
      this.#filters.push(document);
      return;
    }
    const { id, name } = document.information;
    for (const reference of new Set([id, name].map(comparable))) {
      if (reference === undefined) continue;
      this.#rules.set(reference, [...(this.#rules.get(reference) ?? []), document]);
    }
    if (document.kind === 'correlation' && file.isOnlyReferred !== true) this.#correlations.push(document);
  }

  #partsOf(document: Convertible): readonly Convertible[] {
    if (document.kind === 'rule') return [];
    return document.rules.flatMap((reference) => this.#rules.get(comparable(reference)) ?? []);
  }

  /** The document and everything below it. */
  #builtOn(document: Convertible, found = new Set<Convertible>()): ReadonlySet<Convertible> {
    if (found.has(document)) return found;
    found.add(document);
    for (const part of this.#partsOf(document)) this.#builtOn(part, found);
    return found;
  }

  #converted(
    document: Convertible,
    above: readonly Convertible[],
    options: ConversionOptions,
    period?: RunPeriod,
  ): ConvertedDocument {
    if (document.kind === 'rule') return this.#convertedRule(document, options, period);
    if (above.includes(document)) {
      reject(t('The correlation refers to itself.'), document.line);
    }
    const parts = document.rules.map((reference) => {
      const rule = this.#ruleOf(reference, document);
      // Aliases refer to a rule by name, even if the correlation uses its ID.
      const name = rule.information.name ?? reference;
      return { name, part: this.#converted(rule, [...above, document], options) };
    });
    const rules = parts.map(({ name, part }) => part.events(name));
    const twice = rules.find(({ name }, index) => rules.findIndex((rule) => rule.name === name) < index);
    // Its author expects two events, but one would be enough.
    if (twice && document.type.startsWith('temporal'))
      reject(t('The correlation lists the rule “{0}” twice.', twice.name), document.line);
    return {
      commands: convertCorrelation(document, rules, period),
      mapped: [...new Set(parts.flatMap(({ part }) => part.mapped))],
      warnings: [],
      sources: parts.flatMap(({ part }) => part.sources),
      lookBack: lookBackOf(document) + Math.max(...parts.map(({ part }) => part.lookBack ?? 0)),
      events: (name) => eventsOfCorrelation(name, document, rules),
    };
  }

  #ruleOf(reference: string, { line }: CorrelationDocument): Convertible {
    const [rule, ...others] = this.#rules.get(comparable(reference)) ?? [];
    if (!rule) reject(t('The correlation refers to the rule “{0}”, which does not exist.', reference), line);
    if (others.length === 0) return rule;
    const message = t(
      'The correlation refers to “{0}”, which is the name or ID of several rules.',
      reference,
    );
    reject(message, line);
  }

  #convertedRule(
    document: RuleDocument,
    options: ConversionOptions,
    period: RunPeriod | undefined,
  ): ConvertedDocument {
    const conversion = convertRule(document, this.#filtersOf(document), options);
    const { aggregation } = document;
    if (!aggregation) {
      return { ...conversion, lookBack: undefined, events: (name) => eventsOfRule(name, conversion) };
    }
    const rules = [eventsOfRule('rule', conversion)];
    return {
      ...conversion,
      commands: convertCorrelation(aggregation, rules, period),
      lookBack: lookBackOf(aggregation),
      events: (name) => eventsOfCorrelation(name, aggregation, rules),
    };
  }

  #filtersOf({ information: { id, name }, logSource }: RuleDocument): readonly FilterDocument[] {
    const references = new Set([id, name].map(comparable));
    return this.#filters.filter((filter) => {
      const isMeant = filter.rules === 'any' || filter.rules.some((rule) => references.has(comparable(rule)));
      return isMeant && fitsSource(filter.logSource, logSource);
    });
  }
}
