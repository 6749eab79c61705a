import { describeItem, isUndecided } from '../../../core/project/planText';
import { isRule } from '../../../core/project/folderRules';
import { protectedItems, needsDecision } from '../../../core/project/actions';
import type { Plan, Action } from '../../../core/project/plan';
import { listedNames, maxListed } from '../../../core/base/listedNames';
import { t } from '../../../core/base/localize';
import type { Button, ConfirmQuestion, Notice } from '../../ui/prompts/prompts';
import type { Outcome, WriteResult } from '../../../core/api/guardedWrite';
import type { RuleItem, ProjectItem } from '../../../core/project/folderRules';
import { showReport } from '../../ui/writes/writeReport';
import type { Ui } from '../../ui/openUi';
import type { ComparedProject } from './openProject';
import type { PullEdit } from '../../../core/project/pull';
import type { PulledRules } from '../../../core/project/pullRules';

/** The queries and rules by name, and what happens to changes on the platform. */
export function applyDetail(
  plan: Plan,
  items: readonly ProjectItem[],
  rules: readonly ProjectItem[] = [],
): string {
  const lines = items.map((item) => `${item.name}: ${describeItem(item)}`);
  const overwritten = items.filter(isUndecided).length;
  const rows: readonly ProjectItem[] = [...plan.items, ...rules];
  const left = rows.filter((row) => !items.includes(row) && isUndecided(row));
  const forbidden = protectedItems(plan, { prune: true, overwrite: true });
  const kept = items.filter((item) => !isRule(item) && forbidden.includes(item));
  return [
    listedNames(lines, maxListed, '\n'),
    ...(overwritten > 0 ? [t('Changes made on the platform will be overwritten: {0}.', overwritten)] : []),
    ...(kept.length > 0 ? [t('Protected by their files, and skipped: {0}.', namesOf(kept))] : []),
    ...(left.length > 0
      ? [t('Changed on the platform or in conflict, and skipped: {0}.', namesOf(left))]
      : []),
  ].join('\n');
}

function namesOf(rows: readonly ProjectItem[]): string {
  return listedNames(rows.map(({ name }) => name));
}

/** Deleting always has a separate button. */
export function applyButtons(items: readonly ProjectItem[]): readonly Button<boolean>[] {
  const deletions = items.filter(isDeletion).length;
  if (deletions === 0) return [{ label: t('Apply'), value: false }];
  if (deletions === items.length) return [{ label: t('Delete'), value: true }];
  return [
    { label: t('Apply Without Deleting'), value: false },
    { label: t('Apply and Delete {0}', deletions), value: true },
  ];
}

/** Whether applying the files deletes the record. */
export function isDeletion(item: ProjectItem): boolean {
  return item.kind === 'delete' || (item.kind === 'conflict' && item.wanted === undefined);
}

export function nothingToApplyText(label: string, rows: readonly ProjectItem[]): string {
  const undecided = rows.filter(isUndecided);
  return undecided.length === 0
    ? t('{0}: there is nothing to apply.', label)
    : t('{0}: there is nothing to apply. To resolve in Source Control: {1}.', label, namesOf(undecided));
}

/** What became of a query or a rule. */
export type AppliedRow = WriteResult<Action | RuleItem>;

/** Reports the results and offers to continue with the remaining queries. */
export async function reportResults(
  ui: Ui,
  { connection, label }: ComparedProject,
  results: readonly AppliedRow[],
  again: () => Promise<void>,
): Promise<void> {
  const isComplete = results.every(({ outcome }) => outcome === 'done');
  await showReport(ui, {
    ...{ connection, title: t('Apply'), isComplete, exports: [] },
    sentence: resultsSentence(label, results),
    rows: resultRows(results),
    actions: isComplete ? [] : [{ label: t('Apply Again…'), run: again }],
  });
}

export function resultsSentence(label: string, results: readonly AppliedRow[]): string {
  const count = (wanted: Outcome): number => results.filter(({ outcome }) => outcome === wanted).length;
  const [done, unknown] = [count('done'), count('unknown')];
  const failed = results.length - done - unknown;
  const texts = [
    t('{0} applied', done),
    ...(failed > 0 ? [t('{0} failed', failed)] : []),
    ...(unknown > 0 ? [t('{0} with an unknown result', unknown)] : []),
  ];
  return `${label}: ${texts.join(', ')}.`;
}

/** The headings, and a row for each query and rule. */
export function resultRows(results: readonly AppliedRow[]): readonly (readonly string[])[] {
  const rows = results.map(({ item, outcome, reason = '' }) => [
    outcome === 'done' ? t('applied') : outcome === 'unknown' ? t('unknown') : t('failed'),
    ...[describeItem(item), item.name, item.path, reason],
  ]);
  return [[t('Result'), t('Plan'), t('Name'), t('File'), t('Reason')], ...rows];
}

/** The result in the log, in English. */
export function receiptOf({ outcome, reason }: AppliedRow): string {
  if (outcome === 'done') return 'done';
  return `${outcome === 'unknown' ? 'unknown' : 'not done'}: ${reason ?? ''}`;
}

/** What a pull has written, and what it has left for the user to decide. */
export function pulledText(
  label: string,
  plan: Plan,
  edits: readonly PullEdit[],
  { written: ruleFiles, kept, unlisted }: Pick<PulledRules, 'written' | 'kept' | 'unlisted'>,
): Pick<Notice<unknown>, 'severity' | 'message'> {
  const taken = new Set(edits.flatMap(({ kind, path }) => (kind === 'skip' ? [] : path)));
  const blocked = edits.filter(({ kind }) => kind === 'skip');
  const left = plan.items.filter((item) => needsDecision(item) && !taken.has(item.path));
  const written = edits.filter(({ source }) => source !== undefined).length;
  const sentences = [
    t('{0}: files written: {1}.', label, written),
    ...(unlisted === undefined || ruleFiles.length > 0
      ? [t('Detection rule files: {0}.', ruleFiles.length)]
      : []),
    ...(unlisted === undefined ? [] : [unlisted]),
    ...(kept.length === 0
      ? []
      : [t('Rules that changed on both sides, and were skipped: {0}.', listedNames(kept))]),
    ...blocked.map(({ name, reason = '' }) => t('“{0}” was skipped: {1}', name, reason)),
    ...(left.length > 0 ? [t('Skipped, to resolve in Source Control: {0}.', namesOf(left))] : []),
  ];
  return {
    severity: left.length + blocked.length > 0 ? 'warning' : 'information',
    message: sentences.join(' '),
  };
}

/** The question before files with changes of their own are replaced or removed. */
export function lossQuestion(
  label: string,
  lost: readonly ProjectItem[],
): Pick<ConfirmQuestion<unknown>, 'message' | 'detail'> {
  const deleted = lost.filter((item) => 'current' in item && item.current === undefined).length;
  const message =
    lost.length === 1
      ? t('Replace {0} with the copy from {1}?', lost[0]?.path ?? '', label)
      : t('Replace {0} files with the copies from {1}?', lost.length, label);
  const detail = [
    ...(deleted < lost.length ? [t('Changes that are only in the file will be lost.')] : []),
    ...(deleted > 0 ? [t('Deleted on the platform, so the file will be removed: {0}.', deleted)] : []),
  ].join(' ');
  return { message, detail };
}
