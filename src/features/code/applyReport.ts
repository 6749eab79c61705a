import type { ActionResult } from '../../code/applyActions';
import type { Action } from '../../code/plan';
import type { RuleItem } from '../../code/planRules';
import { t } from '../../shared/localize';
import { ruledColumns } from '../../shared/columns';
import { formatTimestamp } from '../../ui/format/format';
import type { Ui } from '../../ui/openUi';
import type { ComparedProject } from './openProject';
import { describeRow } from './projectRow';

/** What happened to a query or a rule. */
export interface AppliedRow extends Pick<ActionResult, 'failure' | 'isUncertain'> {
  readonly action: Action | RuleItem;
}

/** Reports the results and offers to continue with the remaining queries. */
export async function tellResults(
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
    ...(unknown > 0 ? [t('{0} unknown', unknown)] : []),
  ];
  return `${label}: ${parts.join(', ')}.`;
}

/** One row for each query, in columns. */
export function resultsText(sentence: string, results: readonly AppliedRow[], at: Date): string {
  const rows = results.map((result) => [
    outcomeLabels[outcomeOf(result)](),
    describeRow(result.action),
    result.action.name,
    result.action.path,
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
