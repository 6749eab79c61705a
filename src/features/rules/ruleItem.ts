import type { Rule, RuleKind, RuleVersion } from '../../shared/wire/rule';

/** What a row of the explorer stands for when it is a detection rule. */
export class RuleItem {
  constructor(
    readonly kind: RuleKind,
    readonly rule: Rule,
  ) {}
}

/** What a row below a rule stands for. */
export class RuleVersionItem {
  constructor(
    readonly kind: RuleKind,
    readonly rule: Rule,
    readonly version: RuleVersion,
  ) {}
}

export function isRuleItem(value: unknown): value is RuleItem {
  return value instanceof RuleItem;
}

export function isRuleVersionItem(value: unknown): value is RuleVersionItem {
  return value instanceof RuleVersionItem;
}

/** A rule as actions name it. Where the service lists none, the GUID is all that is known. */
export interface RuleTarget {
  readonly kind: RuleKind;
  readonly guid: string;
  readonly name: string;
}

export function targetOf({ kind, rule }: Pick<RuleItem, 'kind' | 'rule'>): RuleTarget {
  return { kind, guid: rule.guid, name: rule.name };
}

export const ruleKinds = ['batch', 'stream'] as const satisfies readonly RuleKind[];
