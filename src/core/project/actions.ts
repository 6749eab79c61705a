import { fieldsOf } from '../interface/scheduledQueryFields';
import { pendingPath } from './linkFiles';
import { differences, recordsOf, temporaryName } from './plan';
import type { Action, Change, Conflict, Deletion, Drift, Plan, PlanItem, Question } from './plan';

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
export function dependentsLeft(plan: Plan, actions: readonly Action[]): ReadonlyMap<string, string> {
  const records = recordsOf(plan);
  const deleted = new Set(actions.flatMap((item) => (item.kind === 'delete' ? item.current.guid : [])));
  // Of several steps for one query, the last one counts.
  const wanted = new Map(
    actions.flatMap((item) => (item.kind === 'change' ? [[item.current.guid, item.wanted]] : [])),
  );
  const created = actions.flatMap((item) => (item.kind === 'create' ? { ...item.wanted, guid: '' } : []));
  const left = new Map<string, string>();
  for (let before = -1; before < left.size;) {
    before = left.size;
    for (const record of [...records, ...created]) {
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

/**
 * A preceding query is written before its dependents, and a dependent is deleted before its preceding query. A
 * name is released before another query takes it, unless a chain requires the opposite.
 */
function orderActions(actions: readonly Action[], plan: Plan): readonly Action[] {
  const byChain = chainRequirements(actions, plan);
  const byName = nameRequirements(actions);
  const ordered = arrange(actions, (action) => [...byChain(action), ...byName(action)]);
  const done = new Set<Action>();
  const keepsChains = ordered.every((action) => {
    done.add(action);
    return byChain(action).every((earlier) => done.has(earlier));
  });
  return keepsChains ? ordered : arrange(actions, byChain);
}

type Requirements = (action: Action) => readonly Action[];

function arrange(actions: readonly Action[], earlierThan: Requirements): readonly Action[] {
  const ordered = new Set<Action>();
  const seen = new Set<Action>();
  const visit = (action: Action): void => {
    if (seen.has(action)) return;
    seen.add(action);
    for (const earlier of earlierThan(action)) visit(earlier);
    ordered.add(action);
  };
  for (const action of actions) visit(action);
  return [...ordered];
}

function nameRequirements(actions: readonly Action[]): Requirements {
  const holders = byCurrentName(actions);
  return (action) => {
    const holder = 'wanted' in action ? holders.get(action.wanted.name) : undefined;
    return holder === undefined || holder === action ? [] : [holder];
  };
}

function chainRequirements(actions: readonly Action[], plan: Plan): Requirements {
  const byPath = new Map(actions.map((action) => [action.path, action]));
  const byGuid = new Map(
    actions.flatMap((action) => ('current' in action ? [[action.current.guid, action]] : [])),
  );
  // The current preceding query of each record.
  const parents = new Map(recordsOf(plan).map(({ guid, precedingGuid }) => [guid, precedingGuid]));
  const dependents = dependentsOf(actions);

  /** The nearest preceding query that is also written; those in between are unchanged. */
  const precedingOf = (start: string | undefined): readonly Action[] => {
    const passed = new Set<string>();
    for (let guid = start; guid !== undefined && !passed.has(guid); guid = parents.get(guid)) {
      passed.add(guid);
      const path = pendingPath(guid);
      const found = path === undefined ? byGuid.get(guid) : byPath.get(path);
      if (found) return found.kind === 'delete' ? [] : [found];
    }
    return [];
  };
  return (action) => {
    if (action.kind === 'adopt') return [];
    if (action.kind === 'delete') return dependents.get(action.current.guid) ?? [];
    return precedingOf(action.wanted.precedingGuid);
  };
}

/** Of now, and after the actions: a query that a file names by GUID is kept when its own file was deleted. */
function dependentsOf(actions: readonly Action[]): ReadonlyMap<string, readonly Action[]> {
  const dependents = new Map<string, Action[]>();
  for (const action of actions) {
    const before = 'current' in action ? action.current.precedingGuid : undefined;
    const after = 'wanted' in action ? action.wanted.precedingGuid : undefined;
    for (const guid of new Set([before, after])) {
      if (guid !== undefined) dependents.set(guid, [...(dependents.get(guid) ?? []), action]);
    }
  }
  return dependents;
}

/** Queries that swap names need an additional step, because names are unique at all times. */
function withFreeNames(ordered: readonly Action[]): readonly Action[] {
  const waiting = byCurrentName(ordered);
  const replaced = new Map<Action, Action>();
  return ordered.flatMap((planned) => {
    const action = replaced.get(planned) ?? planned;
    if ('current' in action) waiting.delete(action.current.name);
    const holder = 'wanted' in action ? waiting.get(action.wanted.name) : undefined;
    if (holder === undefined) return [action];
    const { path, name, movedFrom, protect, current } = holder;
    const wanted = { ...fieldsOf(current), name: temporaryName(current.guid) };
    waiting.delete(current.name);
    replaced.set(holder, { ...holder, current: { ...current, name: wanted.name } });
    const file = { path, name, movedFrom, ...(protect === true && { protect }) };
    return [{ kind: 'change', ...file, wanted, current, fields: ['name'] }, action];
  });
}

function byCurrentName(actions: readonly Action[]): Map<string, Change | Deletion> {
  return new Map(actions.flatMap((action) => ('current' in action ? [[action.current.name, action]] : [])));
}
