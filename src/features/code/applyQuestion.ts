import { protectedItems } from '../../code/actions';
import type { Plan } from '../../code/plan';
import { listedNames, maxListed } from '../../shared/listedNames';
import { t } from '../../shared/localize';
import type { Button } from '../../ui/prompts/prompts';
import { describeRow, isRule, isUndecided } from './projectRow';
import type { ProjectRow } from './projectRow';

/** The queries and rules by name, and what happens to changes on the platform. */
export function applyDetail(
  plan: Plan,
  items: readonly ProjectRow[],
  rules: readonly ProjectRow[] = [],
): string {
  const lines = items.map((item) => `${item.name}: ${describeRow(item)}`);
  const overwritten = items.filter(isUndecided).length;
  const rows: readonly ProjectRow[] = [...plan.items, ...rules];
  const left = rows.filter((row) => !items.includes(row) && isUndecided(row)).length;
  const forbidden = protectedItems(plan, { prune: true, overwrite: true });
  const kept = items.filter((item) => !isRule(item) && forbidden.includes(item)).length;
  return [
    listedNames(lines, maxListed, '\n'),
    ...(overwritten > 0 ? [t('Changes made on the platform will be overwritten: {0}.', overwritten)] : []),
    ...(kept > 0 ? [t('Protected by their files, and skipped: {0}.', kept)] : []),
    ...(left > 0 ? [t('Changed on the platform or in conflict, and skipped: {0}.', left)] : []),
  ].join('\n');
}

/** Deleting always has a separate button. */
export function applyButtons(items: readonly ProjectRow[]): readonly Button<boolean>[] {
  const deletions = items.filter(isDeletion).length;
  if (deletions === 0) return [{ label: t('Apply'), value: false }];
  if (deletions === items.length) return [{ label: t('Delete'), value: true }];
  return [
    { label: t('Apply Without Deleting'), value: false },
    { label: t('Apply and Delete {0}', deletions), value: true },
  ];
}

/** Whether applying the files deletes the record. */
export function isDeletion(item: ProjectRow): boolean {
  return item.kind === 'delete' || (item.kind === 'conflict' && item.wanted === undefined);
}

export function nothingToApplyText(label: string, rows: readonly ProjectRow[]): string {
  const undecided = rows.filter(isUndecided).length;
  return undecided === 0
    ? t('{0}: there is nothing to apply.', label)
    : t('{0}: there is nothing to apply. To resolve in Source Control: {1}.', label, undecided);
}
