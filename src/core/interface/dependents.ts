import { GuidSet } from './guid';

/** The fields of a scheduled query that determine when it runs. */
export interface ChainLink {
  readonly guid: string;
  readonly name: string;
  readonly triggerType: string;
  readonly precedingGuid: string | undefined;
}

/**
 * The schedules that run after these, directly or indirectly, nearest first: without these, none of them
 * would run. Excludes the given ones.
 */
export function dependentsOf<Link extends ChainLink>(
  guids: readonly string[],
  all: readonly Link[],
): readonly Link[] {
  const reached = new GuidSet(guids);
  const dependents: Link[] = [];
  let frontier = reached;
  while (frontier.size > 0) {
    const next = all.filter((link) => follows(link, frontier) && !reached.has(link.guid));
    for (const { guid } of next) reached.add(guid);
    dependents.push(...next);
    frontier = new GuidSet(next.map(({ guid }) => guid));
  }
  return dependents;
}

/** Whether it runs after one of these. */
export function follows(link: ChainLink, preceding: GuidSet): boolean {
  return (
    link.triggerType === 'workflow' && link.precedingGuid !== undefined && preceding.has(link.precedingGuid)
  );
}
