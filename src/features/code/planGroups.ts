import type { PlanItem } from '../../code/plan';

/** The groups of the Source Control view. */
export type GroupId = 'toApply' | 'onPlatform' | 'conflicts';

/** Undefined for what needs neither an act nor a decision. */
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

/** Whether taking over what the platform has loses something that is only in the file. */
export function losesChanges(item: PlanItem): boolean {
  if (item.kind === 'drift') return item.current === undefined;
  return (
    item.kind === 'change' ||
    item.kind === 'question' ||
    (item.kind === 'conflict' && item.wanted !== undefined)
  );
}
