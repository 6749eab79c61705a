import type { Rule, RuleKind, RuleVersion } from '../../shared/wire/rule';

/** The value of a detection rule row. */
export class RuleItem {
  constructor(
    readonly kind: RuleKind,
    readonly rule: Rule,
  ) {}
}

/** The value of a version row. */
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

/** Identifies a rule for actions. If the platform lists none, only the GUID is known. */
export interface RuleTarget {
  readonly kind: RuleKind;
  readonly guid: string;
  readonly name: string;
}

export function targetOf({ kind, rule }: Pick<RuleItem, 'kind' | 'rule'>): RuleTarget {
  return { kind, guid: rule.guid, name: rule.name };
}

/** The ID of its row. It includes the kind, because a platform may use one GUID in both lists. */
export function ruleRowId({ kind, guid }: Pick<RuleTarget, 'kind' | 'guid'>): string {
  return `${kind}:${guid}`;
}

export const ruleKinds = ['batch', 'stream'] as const satisfies readonly RuleKind[];
