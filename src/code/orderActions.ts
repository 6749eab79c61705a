import { temporaryName } from './plan';
import type { Action, Plan } from './plan';
import { pendingPath } from './resolveFields';
import { fieldsOf } from '../shared/wire/scheduledQueryFields';

/**
 * A preceding query is written before its dependents, and a dependent is deleted before its preceding query. A
 * name is released before another query takes it, unless a chain requires the opposite.
 */
export function orderActions(actions: readonly Action[], plan: Plan): readonly Action[] {
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
  const holders = new Map(
    actions.flatMap((action) => ('current' in action ? [[action.current.name, action]] : [])),
  );
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
  const parents = parentsOf(plan);
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

/** The current preceding query of each record. */
function parentsOf({ items, unmanaged }: Plan): ReadonlyMap<string, string | undefined> {
  const records = items.flatMap((item) => ('current' in item && item.current ? item.current : []));
  return new Map([...records, ...unmanaged].map(({ guid, precedingGuid }) => [guid, precedingGuid]));
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
export function withFreeNames(ordered: readonly Action[]): readonly Action[] {
  const waiting = new Map(
    ordered.flatMap((action) => ('current' in action ? [[action.current.name, action]] : [])),
  );
  const replaced = new Map<Action, Action>();
  return ordered.flatMap((planned) => {
    const action = replaced.get(planned) ?? planned;
    if ('current' in action) waiting.delete(action.current.name);
    const holder = 'wanted' in action ? waiting.get(action.wanted.name) : undefined;
    if (holder === undefined || !('current' in holder)) return [action];
    const { path, name, movedFrom, protect, current } = holder;
    const wanted = { ...fieldsOf(current), name: temporaryName(current.guid) };
    waiting.delete(current.name);
    replaced.set(holder, { ...holder, current: { ...current, name: wanted.name } });
    const file = { path, name, movedFrom, ...(protect === true && { protect }) };
    return [{ kind: 'change', ...file, wanted, current, fields: ['name'] }, action];
  });
}
