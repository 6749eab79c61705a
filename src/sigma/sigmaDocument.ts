import type { YamlNode } from './yamlNode';

/** What a rule tells about itself; nothing of it changes what is found. */
export interface Information {
  readonly title: string | undefined;
  readonly id: string | undefined;
  /** By which other rules may refer to it. */
  readonly name: string | undefined;
  readonly level: string | undefined;
  readonly status: string | undefined;
  readonly author: string | undefined;
  readonly description: string | undefined;
  readonly licence: string | undefined;
  readonly date: string | undefined;
  readonly modified: string | undefined;
  readonly references: readonly string[];
  readonly tags: readonly string[];
  /** Where the document begins. */
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
  /** Its selections by name, unread: what they mean may depend on placeholders. */
  readonly selections: readonly Selection[];
  readonly conditions: readonly WrittenCondition[];
  /** What is counted of the events, where the condition says so in the way of the first version. */
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
  /** Names or ids of rules. */
  readonly rules: readonly string[];
  readonly groupBy: readonly string[];
  /** As written, for example `5m`. */
  readonly timespan: string;
  readonly limits: readonly CountLimit[];
  /** The field whose values are counted. */
  readonly field: string | undefined;
  readonly percentile: string | undefined;
  /** By alias, then by the name of a rule: the field that the alias stands for there. */
  readonly aliases: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Whether the rules that it refers to are wanted as queries of their own too. */
  readonly generate: boolean;
  readonly line: number;
}

export interface CountLimit {
  readonly operator: '<' | '<=' | '>' | '>=' | '==' | '!=';
  readonly value: string;
}

export interface FilterDocument {
  readonly kind: 'filter';
  readonly information: Information;
  /** Names or ids of rules, or `any`. */
  readonly rules: readonly string[];
  readonly logSource: LogSource;
  readonly selections: readonly Selection[];
  readonly conditions: readonly WrittenCondition[];
}
