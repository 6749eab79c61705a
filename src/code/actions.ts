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

/**
 * The name of a query that still runs after each query that is to be deleted, by GUID: it was skipped, or has no
 * file. Applying keeps these queries.
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
  const left = new Map<string, string>();
  for (let before = -1; before < left.size;) {
    before = left.size;
    for (const record of [...records, ...unmanaged]) {
      const { name, precedingGuid = '' } = wanted.get(record.guid) ?? record;
      const isDeleted = deleted.has(record.guid) && !left.has(record.guid);
      if (!isDeleted && deleted.has(precedingGuid)) left.set(precedingGuid, name);
    }
  }
  return left;
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
