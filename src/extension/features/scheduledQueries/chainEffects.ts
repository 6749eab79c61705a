import { t } from '../../../core/base/localize';
import { runStateOf } from '../../../core/interface/scheduledQueryFields';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { maxKept } from './keptQueries';
import { isRunning } from './scheduledQueryItem';
import { dependentsOf } from '../../../core/interface/dependents';
import type { ChainLink } from '../../../core/interface/dependents';
import { GuidMap, GuidSet, isSameGuid } from '../../../core/interface/guid';
import { named, severalNamed } from '../../ui/format/formatTimestamp';

/**
 * The names along the cycle that would result if the query ran after the preceding one, from the query back
 * to itself; undefined if there is none.
 */
export function loopThrough(
  guid: string,
  precedingGuid: string,
  all: readonly ChainLink[],
): readonly string[] | undefined {
  const byGuid = new GuidMap(all.map((link) => [link.guid, link]));
  const backwards: string[] = [];
  const seen = new GuidSet();
  let current = byGuid.get(precedingGuid);
  while (current !== undefined && !isSameGuid(current.guid, guid)) {
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
  const left = new GuidMap(links.map((link) => [link.guid, link]));
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

function precedingOf<Link extends ChainLink>(
  link: Link,
  byGuid: ReadonlyMap<string, Link>,
): Link | undefined {
  return link.triggerType === 'workflow' ? byGuid.get(link.precedingGuid ?? '') : undefined;
}

/** The effects of a deletion, one line each. */
export function deletionEffects(
  targets: readonly ScheduledQuery[],
  all: readonly ScheduledQuery[],
  force: boolean,
  max?: number,
): string {
  const running = targets.filter(isRunning);
  const orphans = dependentsOf(
    targets.map(({ guid }) => guid),
    all,
  );
  return lines([
    ...severalNamed(targets, max),
    running.length === 0 ? undefined : runningWhenDeleted(named(running, max), force),
    orphans.length === 0
      ? undefined
      : t('Never run again because they run after these: {0}', named(orphans, max)),
    laterOffer(targets.length),
  ]);
}

function laterOffer(count: number): string {
  const command = t('Re-create Deleted Queries…');
  if (count === 1) return t('{0} re-creates it later, with a new GUID.', command);
  return count <= maxKept
    ? t('{0} re-creates them later, with new GUIDs.', command)
    : t('Until you close this window, you can re-create them, with new GUIDs.');
}

export function stopEffects(targets: readonly ScheduledQuery[], force: boolean, max?: number): string {
  const running = targets.filter(isRunning);
  return lines([
    ...severalNamed(targets, max),
    running.length === 0 ? notRunning(targets) : t('Running, will be stopped now: {0}', named(running, max)),
    force
      ? t('Forced: the platform does not wait for slow work to finish.')
      : t('Not forced: the platform ends each run gracefully.'),
    targets.length === 1
      ? t('The schedule is kept. The query runs again at its next scheduled time.')
      : t('The schedules are kept. The queries run again at their next scheduled time.'),
  ]);
}

/** Undefined if a state is unknown. */
function notRunning(targets: readonly ScheduledQuery[]): string | undefined {
  const known = targets.every(({ runningState }) => runStateOf(runningState) === 'stopped');
  if (!known) return undefined;
  return targets.length === 1
    ? t('It is not running at the moment.')
    : t('None of them is running at the moment.');
}

function runningWhenDeleted(running: string, force: boolean): string {
  return force
    ? t('Running, will be stopped before deletion: {0}', running)
    : t('Running, will be skipped: {0}', running);
}

function lines(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n\n');
}
