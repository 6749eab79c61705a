import { cronProblem, isCronSchedule } from '../../shared/cronSchedule';
import { t } from '../../shared/localize';
import { formatRun } from '../../ui/format/format';
import type { Validation } from '../../ui/prompts/prompts';
import { nextRuns } from './nextRuns';
import { describeSchedule } from '../../ui/format/describeSchedule';

const shownRuns = 5;

/** The hint below a cron expression while it is typed: what is wrong with it, or when it runs. */
export function cronHint(expression: string, utcOffset?: number, now = new Date()): Validation {
  if (expression.trim() === '') return { problem: t('Enter a cron expression, for example */5 * * * *.') };
  if (!isCronSchedule(expression)) return { problem: cronProblem(expression) };
  const runs = nextRuns(expression, shownRuns, now, utcOffset);
  if (runs.length === 0) return { problem: t('This schedule would never run. Enter a date that exists.') };
  const words = describeSchedule(expression.trim());
  return {
    information: t(
      '{0}. Next runs: {1}',
      words,
      runs.map((run) => formatRun(run, utcOffset, now)).join(' · '),
    ),
  };
}
