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

/** The id of its row. Each kind has a list of its own, and a service may use one GUID in both. */
export function ruleRowId({ kind, guid }: Pick<RuleTarget, 'kind' | 'guid'>): string {
  return `${kind}:${guid}`;
}

export const ruleKinds = ['batch', 'stream'] as const satisfies readonly RuleKind[];
