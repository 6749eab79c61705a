import type { Action, PlanItem } from '../../../core/project/plan';
import { describeRuleItem } from '../../../core/project/folderRules';
import type { RuleItem } from '../../../core/project/folderRules';
import { describeItem } from '../../../core/project/planText';
import { needsDecision } from '../../../core/project/actions';

/** A line of Source Control: a scheduled query or a detection rule. */
export type ProjectRow = PlanItem | RuleItem;

export function isRule(row: ProjectRow | Action): row is RuleItem {
  return 'ruleKind' in row;
}

export function describeRow(row: ProjectRow | Action): string {
  return isRule(row) ? describeRuleItem(row) : describeItem(row);
}

/** Whether the user must decide which side to keep. */
export function isUndecided(row: ProjectRow): boolean {
  return isRule(row) ? ['drift', 'conflict', 'missing'].includes(row.kind) : needsDecision(row);
}
