import type { Action, PlanItem } from '../../code/plan';
import { describeRuleItem } from '../../code/folderRules';
import type { RuleItem } from '../../code/folderRules';
import { describeItem } from '../../code/planText';
import { needsDecision } from '../../code/actions';

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
