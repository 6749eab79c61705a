import { orderActions, withFreeNames } from './orderActions';
import { differences } from './plan';
import type { Action, Conflict, Drift, Plan, PlanItem, Question } from './plan';

export interface Resolution {
  /** Whether records without files are deleted. */
  readonly prune: boolean;
  /** Whether files overwrite changes on the platform. */
  readonly overwrite: boolean;
}

/** The actions for the requested files, in a valid order. */
export function actionsOf(
  plan: Plan,
  resolution: Resolution,
  isWanted: (path: string) => boolean = () => true,
): readonly Action[] {
  const wanted = plan.items.filter(({ path }) => isWanted(path));
  const actions = wanted.flatMap((item) => actionOf(item, resolution) ?? []);
  return withFreeNames(orderActions(actions, plan));
}

/** Undefined if nothing is to be done or a decision is required. */
function actionOf(item: PlanItem, { prune, overwrite }: Resolution): Action | undefined {
  if (item.kind === 'unchanged') return undefined;
  if (item.kind === 'delete') return prune ? item : undefined;
  if (needsDecision(item)) return overwrite ? overwriting(item, prune) : undefined;
  return item;
}

/** Whether the user must decide which side to keep. */
export function needsDecision(item: PlanItem): item is Drift | Conflict | Question {
  return item.kind === 'drift' || item.kind === 'conflict' || item.kind === 'question';
}

function overwriting(item: Drift | Conflict | Question, prune: boolean): Action | undefined {
  const { path, name, movedFrom, wanted, current } = item;
  if (current === undefined) return wanted && { kind: 'create', path, name, movedFrom, wanted };
  if (wanted === undefined) return prune ? { kind: 'delete', path, name, current } : undefined;
  return { kind: 'change', path, name, movedFrom, wanted, current, fields: differences(wanted, current) };
}
