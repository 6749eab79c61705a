import type { SigmaRejection } from './sigmaRejection';
import type { YamlNode } from './yamlNode';

/** The metadata of a rule, which does not affect matches. */
export interface Information {
  readonly title: string | undefined;
  readonly id: string | undefined;
  /** The name for references from other rules. */
  readonly name: string | undefined;
  readonly level: string | undefined;
  readonly status: string | undefined;
  readonly author: string | undefined;
  readonly description: string | undefined;
  readonly license: string | undefined;
  readonly date: string | undefined;
  readonly modified: string | undefined;
  readonly references: readonly string[];
  readonly tags: readonly string[];
  /** The first line of the document. */
  readonly line: number;
}

export interface LogSource {
  readonly product: string | undefined;
  readonly category: string | undefined;
  readonly service: string | undefined;
  readonly line: number;
}

export type SigmaDocument = RuleDocument | CorrelationDocument | FilterDocument;

export interface RuleDocument {
  readonly kind: 'rule';
  readonly information: Information;
  readonly logSource: LogSource;
  /** Unparsed selections by name: they may depend on placeholders. */
  readonly selections: readonly Selection[];
  readonly conditions: readonly WrittenCondition[];
  /** The aggregation of a condition in version 1 syntax. */
  readonly aggregation: CorrelationDocument | undefined;
}

interface Selection {
  readonly name: string;
  readonly line: number;
  readonly node: YamlNode;
}

interface WrittenCondition {
  readonly text: string;
  readonly line: number;
}

export const correlationTypes = [
  'event_count',
  'value_count',
  'value_sum',
  'value_avg',
  'value_median',
  'value_percentile',
  'temporal',
  'temporal_ordered',
] as const;

export type CorrelationType = (typeof correlationTypes)[number];

export interface CorrelationDocument {
  readonly kind: 'correlation';
  readonly information: Information;
  readonly type: CorrelationType;
  /** Names or IDs of rules. */
  readonly rules: readonly string[];
  readonly groupBy: readonly string[];
  /** As written, for example `5m`. */
  readonly timespan: string;
  readonly limits: readonly CountLimit[];
  /** The fields whose values are counted; several are counted as combinations. */
  readonly fields: readonly string[];
  readonly percentile: string | undefined;
  /** By alias, then by rule name: the field of the alias in that rule. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, string | undefined>>;
  /** Whether the referenced rules are also converted separately. */
  readonly generate: boolean;
  readonly line: number;
}

export interface CountLimit {
  readonly operator: '<' | '<=' | '>' | '>=' | '==' | '!=';
  readonly value: string;
}

export interface FilterDocument extends Omit<RuleDocument, 'kind' | 'aggregation'> {
  readonly kind: 'filter';
  /** Names or IDs of rules, or `any` rule of the log source. */
  readonly rules: readonly string[] | 'any';
  /** Why it cannot be converted, and neither can the rules that it applies to. */
  readonly rejection: SigmaRejection | undefined;
}
