import { orderActions, withFreeNames } from './orderActions';
import { differences } from './plan';
import type { Action, Conflict, Drift, Plan, PlanItem, Question } from './plan';

export interface Resolution {
  /** Whether records without files are deleted. */
  readonly prune: boolean;
  /** Whether files overwrite changes on the platform. */
  readonly overwrite: boolean;
  /** Whether protected queries are deleted and disabled too. */
  readonly allowProtected?: boolean;
}

/** The actions for the requested files, in a valid order. */
export function actionsOf(
  plan: Plan,
  resolution: Resolution,
  isWanted: (path: string) => boolean = () => true,
): readonly Action[] {
  const wanted = plan.items.filter(({ path }) => isWanted(path));
  const actions = wanted.flatMap((item) => {
    const action = actionOf(item, resolution);
    return action === undefined || isForbidden(action, resolution) ? [] : action;
  });
  return withFreeNames(orderActions(actions, plan));
}

/**
 * The name of a query that still runs after each query that is to be deleted, by GUID: it was skipped, has no file,
 * or its file names the GUID. Applying keeps these queries.
 */
export function dependentsLeft(
  { items, unmanaged }: Plan,
  actions: readonly Action[],
): ReadonlyMap<string, string> {
  const records = items.flatMap((item) => ('current' in item && item.current ? item.current : []));
  const deleted = new Set(actions.flatMap((item) => (item.kind === 'delete' ? item.current.guid : [])));
  // Of several steps for one query, the last one counts.
  const wanted = new Map(
    actions.flatMap((item) => (item.kind === 'change' ? [[item.current.guid, item.wanted]] : [])),
  );
  const created = actions.flatMap((item) => (item.kind === 'create' ? { ...item.wanted, guid: '' } : []));
  const left = new Map<string, string>();
  for (let before = -1; before < left.size;) {
    before = left.size;
    for (const record of [...records, ...unmanaged, ...created]) {
      const { name, precedingGuid = '' } = wanted.get(record.guid) ?? record;
      const isDeleted = deleted.has(record.guid) && !left.has(record.guid);
      if (!isDeleted && deleted.has(precedingGuid)) left.set(precedingGuid, name);
    }
  }
  return left;
}

/** The items that applying skips because they are protected. */
export function protectedItems(plan: Plan, resolution: Resolution): readonly PlanItem[] {
  return plan.items.filter((item) => {
    const action = actionOf(item, resolution);
    return action !== undefined && isForbidden(action, resolution);
  });
}

function isForbidden(action: Action, { allowProtected = false }: Resolution): boolean {
  if (action.protect !== true || allowProtected) return false;
  if (action.kind === 'change') return action.current.enabled && !action.wanted.enabled;
  return action.kind === 'delete';
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
  const { path, name, movedFrom, protect, wanted, current } = item;
  const file = { path, name, movedFrom, ...(protect === true && { protect }) };
  if (current === undefined) return wanted && { kind: 'create', ...file, wanted };
  if (wanted === undefined) return prune ? { kind: 'delete', ...file, current } : undefined;
  return { kind: 'change', ...file, wanted, current, fields: differences(wanted, current) };
}
