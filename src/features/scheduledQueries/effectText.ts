import { t } from '../../shared/localize';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { runStateOf } from '../../shared/wire/scheduledQueryStates';
import { followersOf } from './chains';
import { isRunning } from './scheduledQueryItem';

const maxNamed = 8;

/** The effects of a deletion, one line each. */
export function deletionEffects(
  targets: readonly ScheduledQuery[],
  all: readonly ScheduledQuery[],
  force: boolean,
): string {
  const running = targets.filter(isRunning);
  const orphans = followersOf(
    targets.map(({ guid }) => guid),
    all,
  );
  return lines([
    ...severalNamed(targets),
    running.length === 0 ? undefined : runningWhenDeleted(running, force),
    orphans.length === 0 ? undefined : t('Never run again because they run after these: {0}', named(orphans)),
    targets.length === 1
      ? t('Until you close this window, you can re-create it, with a new GUID.')
      : t('Until you close this window, you can re-create them, with new GUIDs.'),
  ]);
}

export function stopEffects(targets: readonly ScheduledQuery[], force: boolean): string {
  const running = targets.filter(isRunning);
  return lines([
    ...severalNamed(targets),
    running.length === 0 ? notRunning(targets) : t('Running, will be stopped now: {0}', named(running)),
    force
      ? t('Forced: the platform does not wait for slow work to finish.')
      : t('Not forced: the platform ends each run gracefully.'),
    t('The schedules are kept. The queries run again at their next scheduled time.'),
  ]);
}

/** Undefined if a state is unknown. */
function notRunning(targets: readonly ScheduledQuery[]): string | undefined {
  const known = targets.every(({ runningState }) => runStateOf(runningState) === 'stopped');
  return known ? t('None of them is running at the moment.') : undefined;
}

/** The first names in full, then the number of others. */
export function named(queries: readonly { readonly name: string }[]): string {
  const names = queries.slice(0, maxNamed).map(({ name }) => `“${name}”`);
  const rest = queries.length - names.length;
  return rest === 0 ? names.join(', ') : t('{0} and {1} more', names.join(', '), rest);
}

/** A single query is named in the question itself. */
export function severalNamed(queries: readonly { readonly name: string }[]): readonly string[] {
  return queries.length > 1 ? [named(queries)] : [];
}

function runningWhenDeleted(running: readonly ScheduledQuery[], force: boolean): string {
  return force
    ? t('Running, will be stopped before deletion: {0}', named(running))
    : t('Running, will be skipped: {0}', named(running));
}

function lines(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n\n');
}
