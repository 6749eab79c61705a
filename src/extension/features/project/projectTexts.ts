import { protectedItems, needsDecision } from '../../../core/project/actions';
import type { Plan, Action } from '../../../core/project/plan';
import { listedNames, maxListed } from '../../../core/base/listedNames';
import { t } from '../../../core/base/localize';
import type { Button, ConfirmQuestion, Notice } from '../../ui/prompts/prompts';
import { describeRow, isRule, isUndecided } from './projectRow';
import type { ProjectRow } from './projectRow';
import type { ActionResult } from '../../../core/project/applyActions';
import type { RuleItem } from '../../../core/project/folderRules';
import { ruledColumns } from '../../../core/base/columns';
import { formatTimestamp } from '../../ui/format/formatTimestamp';
import type { Ui } from '../../ui/openUi';
import type { ComparedProject } from './openProject';
import type { PullEdit } from '../../../core/project/pull';
import type { PulledRules } from '../../../core/project/pullRules';

/** The queries and rules by name, and what happens to changes on the platform. */
export function applyDetail(
  plan: Plan,
  items: readonly ProjectRow[],
  rules: readonly ProjectRow[] = [],
): string {
  const lines = items.map((item) => `${item.name}: ${describeRow(item)}`);
  const overwritten = items.filter(isUndecided).length;
  const rows: readonly ProjectRow[] = [...plan.items, ...rules];
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

function namesOf(rows: readonly ProjectRow[]): string {
  return listedNames(rows.map(({ name }) => name));
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
  const undecided = rows.filter(isUndecided);
  return undecided.length === 0
    ? t('{0}: there is nothing to apply.', label)
    : t('{0}: there is nothing to apply. To resolve in Source Control: {1}.', label, namesOf(undecided));
}

/** What happened to a query or a rule. */
export interface AppliedRow extends Pick<ActionResult, 'failure' | 'isUncertain'> {
  readonly item: Action | RuleItem;
}

/** Reports the results and offers to continue with the remaining queries. */
export async function reportResults(
  { prompts, documents }: Ui,
  { connection, label }: ComparedProject,
  results: readonly AppliedRow[],
  again: () => Promise<void>,
): Promise<void> {
  const sentence = resultsSentence(label, results);
  const at = new Date();
  const hasFailed = results.some(({ failure }) => failure !== undefined);
  const show = async (): Promise<void> =>
    documents.show(
      [connection.name, 'results', at.toISOString(), `${t('Apply')}.txt`],
      resultsText(sentence, results, at),
    );
  const selected = await prompts.notify({
    severity: hasFailed ? 'warning' : 'information',
    message: sentence,
    buttons: [
      { label: t('Show Results'), value: show },
      ...(hasFailed ? [{ label: t('Apply Again…'), value: again }] : []),
    ],
  });
  await selected?.();
}

export function resultsSentence(label: string, results: readonly AppliedRow[]): string {
  const count = (outcome: Outcome): number =>
    results.filter((result) => outcomeOf(result) === outcome).length;
  const [done, failed, unknown] = [count('done'), count('failed'), count('unknown')];
  const parts = [
    t('{0} applied', done),
    ...(failed > 0 ? [t('{0} failed', failed)] : []),
    ...(unknown > 0 ? [t('{0} with an unknown result', unknown)] : []),
  ];
  return `${label}: ${parts.join(', ')}.`;
}

/** One row for each query, in columns. */
export function resultsText(sentence: string, results: readonly AppliedRow[], at: Date): string {
  const rows = results.map((result) => [
    outcomeLabels[outcomeOf(result)](),
    describeRow(result.item),
    result.item.name,
    result.item.path,
    result.failure ?? '',
  ]);
  const heading = [t('Result'), t('Plan'), t('Name'), t('File'), t('Reason')];
  return [sentence, formatTimestamp(at), '', ...ruledColumns(heading, rows), ''].join('\n');
}

/** The result in the log, in English. */
export function receiptOf({ failure, isUncertain }: AppliedRow): string {
  if (failure === undefined) return 'done';
  return `${isUncertain ? 'unknown' : 'not done'}: ${failure}`;
}

type Outcome = 'done' | 'failed' | 'unknown';

function outcomeOf({ failure, isUncertain }: AppliedRow): Outcome {
  if (failure === undefined) return 'done';
  return isUncertain ? 'unknown' : 'failed';
}

const outcomeLabels: Readonly<Record<Outcome, () => string>> = {
  done: () => t('applied'),
  failed: () => t('failed'),
  unknown: () => t('unknown'),
};

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
  lost: readonly ProjectRow[],
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
