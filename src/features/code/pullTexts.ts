import { needsDecision } from '../../code/actions';
import type { Plan } from '../../code/plan';
import type { PullEdit } from '../../code/pull';
import type { PulledRules } from '../../code/pullRules';
import { t } from '../../shared/localize';
import type { ConfirmQuestion, Notice } from '../../ui/prompts/prompts';
import type { ProjectRow } from './projectRow';

/** What a pull has written, and what it has left for the user to decide. */
export function pulledText(
  label: string,
  plan: Plan,
  edits: readonly PullEdit[],
  { written: ruleFiles, kept, unlisted }: Pick<PulledRules, 'written' | 'kept' | 'unlisted'>,
): Pick<Notice<unknown>, 'severity' | 'message'> {
  const taken = new Set(edits.flatMap(({ kind, path }) => (kind === 'skip' ? [] : path)));
  const blocked = edits.filter(({ kind }) => kind === 'skip');
  const left = plan.items.filter((item) => needsDecision(item) && !taken.has(item.path)).length;
  const written = edits.filter(({ source }) => source !== undefined).length;
  const sentences = [
    t('{0}: files written: {1}.', label, written),
    ...(unlisted === undefined || ruleFiles.length > 0
      ? [t('Detection rule files: {0}.', ruleFiles.length)]
      : []),
    ...(unlisted === undefined ? [] : [unlisted]),
    ...(kept.length === 0
      ? []
      : [t('Rules that changed on both sides, and were skipped: {0}.', kept.length)]),
    ...blocked.map(({ name, reason = '' }) => t('“{0}” was skipped: {1}', name, reason)),
    ...(left > 0 ? [t('Skipped, to resolve in Source Control: {0}.', left)] : []),
  ];
  return { severity: left + blocked.length > 0 ? 'warning' : 'information', message: sentences.join(' ') };
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
