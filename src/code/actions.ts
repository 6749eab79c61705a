import { orderActions, withFreeNames } from './orderActions';
import { type Action, differences, type Plan, type PlanItem } from './plan';

export interface Resolution {
  /** Records whose files are gone are deleted. */
  readonly prune: boolean;
  /** Files win over what was changed on the platform. */
  readonly overwrite: boolean;
}

/** What has to be done, in an order in which it can be done. */
export function actionsOf(plan: Plan, resolution: Resolution): readonly Action[] {
  const actions = plan.items.flatMap((item) => actionOf(item, resolution) ?? []);
  return withFreeNames(orderActions(actions, plan));
}

/** Undefined where nothing is to be done, or somebody has to decide first. */
export function actionOf(item: PlanItem, { prune, overwrite }: Resolution): Action | undefined {
  switch (item.kind) {
    case 'create':
    case 'change':
    case 'adopt':
      return item;
    case 'delete':
      return prune ? item : undefined;
    case 'drift':
    case 'question':
    case 'conflict':
      return overwrite ? overwriting(item, prune) : undefined;
    case 'unchanged':
      return undefined;
  }
}

function overwriting(
  item: Extract<PlanItem, { kind: 'drift' | 'question' | 'conflict' }>,
  prune: boolean,
): Action | undefined {
  const { path, name, movedFrom, wanted, current } = item;
  if (wanted === undefined) {
    return prune && current !== undefined ? { kind: 'delete', path, name, current } : undefined;
  }
  if (current === undefined) return { kind: 'create', path, name, movedFrom, wanted };
  return { kind: 'change', path, name, movedFrom, wanted, current, fields: differences(wanted, current) };
}
