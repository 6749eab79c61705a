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
export function followersOf<Link extends ChainLink>(
  guids: readonly string[],
  all: readonly Link[],
): readonly Link[] {
  const reached = new Set(guids);
  const followers: Link[] = [];
  let frontier: ReadonlySet<string> = reached;
  while (frontier.size > 0) {
    const next = all.filter((link) => follows(link, frontier) && !reached.has(link.guid));
    for (const { guid } of next) reached.add(guid);
    followers.push(...next);
    frontier = new Set(next.map(({ guid }) => guid));
  }
  return followers;
}

/**
 * The names along the cycle that would result if the query ran after the preceding one, from the query back
 * to itself; undefined if there is none.
 */
export function loopThrough(
  guid: string,
  precedingGuid: string,
  all: readonly ChainLink[],
): readonly string[] | undefined {
  const byGuid = new Map(all.map((link) => [link.guid, link]));
  const backwards: string[] = [];
  const seen = new Set<string>();
  let current = byGuid.get(precedingGuid);
  while (current !== undefined && current.guid !== guid) {
    // An existing cycle that does not include this query is ignored.
    if (seen.has(current.guid)) return undefined;
    seen.add(current.guid);
    backwards.push(current.name);
    current = precedingOf(current, byGuid);
  }
  if (current === undefined) return undefined;
  return [current.name, ...backwards.reverse(), current.name];
}

/** Sorted so that each query comes after its preceding one, if that is included. */
export function predecessorsFirst<Link extends ChainLink>(links: readonly Link[]): readonly Link[] {
  const left = new Map(links.map((link) => [link.guid, link]));
  const ordered: Link[] = [];
  for (const { guid } of links) {
    const backwards: Link[] = [];
    for (let link = left.get(guid); link !== undefined; link = precedingOf(link, left)) {
      left.delete(link.guid);
      backwards.push(link);
    }
    ordered.push(...backwards.reverse());
  }
  return ordered;
}

/** Whether it runs after one of these. */
export function follows(link: ChainLink, preceding: ReadonlySet<string>): boolean {
  return (
    link.triggerType === 'workflow' && link.precedingGuid !== undefined && preceding.has(link.precedingGuid)
  );
}

function precedingOf<Link extends ChainLink>(
  link: Link,
  byGuid: ReadonlyMap<string, Link>,
): Link | undefined {
  return link.triggerType === 'workflow' ? byGuid.get(link.precedingGuid ?? '') : undefined;
}
