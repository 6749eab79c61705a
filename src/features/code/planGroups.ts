import type { Plan, PlanItem } from '../../code/plan';
import { t } from '../../shared/localize';

/** The groups of the Source Control view. */
export type GroupId = 'toApply' | 'onPlatform' | 'conflicts';

/** Undefined for items that require neither an action nor a decision. */
export function groupOf({ kind }: PlanItem): GroupId | undefined {
  switch (kind) {
    case 'create':
    case 'change':
    case 'delete':
      return 'toApply';
    case 'drift':
      return 'onPlatform';
    case 'conflict':
    case 'question':
      return 'conflicts';
    case 'adopt':
    case 'unchanged':
      return undefined;
  }
}

/** Whether accepting the platform's version discards changes in the file. */
export function losesChanges(item: PlanItem): boolean {
  if (item.kind === 'drift') return item.current === undefined;
  return (
    item.kind === 'change' ||
    item.kind === 'question' ||
    (item.kind === 'conflict' && item.wanted !== undefined)
  );
}

/** Describes the differences in a sentence or two. */
export function describePlan({ items, unmanaged }: Plan): string {
  const count = (group: GroupId): number => items.filter((item) => groupOf(item) === group).length;
  const [toApply, onPlatform, conflicts] = [count('toApply'), count('onPlatform'), count('conflicts')];
  const changes = [
    ...(toApply > 0 ? [t('{0} to apply', toApply)] : []),
    ...(onPlatform > 0 ? [t('{0} changed on the platform', onPlatform)] : []),
    ...(conflicts > 0 ? [t('{0} in conflict', conflicts)] : []),
  ];
  const sentences = [
    ...(changes.length > 0 ? [`${changes.join(', ')}.`] : []),
    ...(unmanaged.length > 0 ? [unmanagedText(unmanaged.length)] : []),
  ];
  return sentences.length === 0 ? t('files and platform match.') : sentences.join(' ');
}

/** Queries that exist only on the platform. */
export function unmanagedText(count: number): string {
  return t('On the platform but not in this folder: {0}. Pull to add them.', count);
}
