import { newestFailures } from '../../api/scheduledRuns';
import type { KnownRun, KnownRuns } from '../../api/scheduledRuns';
import { rejectionText } from '../../language/problem';
import { ruledColumns } from '../../shared/columns';
import { formatElapsed } from '../../shared/formatElapsed';
import { t } from '../../shared/localize';
import { shownUser } from '../../shared/privacy/hiddenValues';
import type { AuditLog } from '../../shared/wire/auditLog';
import { isFailure } from '../../shared/wire/scheduledQuery';
import { formatServiceTime, formatTimestamp } from '../../ui/format/format';

export interface RunsFacts {
  /** The name of the query and its connection. */
  readonly heading: string;
  readonly known: KnownRuns;
  /** Before the first of a row of failures; undefined if the audit log cannot be read. */
  readonly changes: readonly AuditLog[] | undefined;
}

/** The last runs of a scheduled query to read: why it fails and since when, then each run with its duration as a bar. */
export function runsText({ heading, known: { runs, source }, changes }: RunsFacts): string {
  const lines = [
    heading,
    countText(runs),
    ...(source === 'record'
      ? [t('This platform does not list runs: the record tells of the last run and last failure.')]
      : []),
    ...failureLines(runs, changes),
    ...listLines(runs),
  ];
  return `${lines.join('\n')}\n`;
}

function countText(runs: readonly KnownRun[]): string {
  if (runs.length === 0) return t('No runs yet.');
  const count = runCount(runs.length);
  const failed = runs.filter(({ resultState }) => isFailure(resultState)).length;
  return failed === 0 ? count : t('{0}, {1} failed', count, failed);
}

function runCount(count: number): string {
  return count === 1 ? t('1 run') : t('{0} runs', count);
}

function failureLines(
  runs: readonly KnownRun[],
  changes: readonly AuditLog[] | undefined,
): readonly string[] {
  const failures = newestFailures(runs);
  if (failures === undefined) return [];
  const { first, before, count, isCurrent } = failures;
  const since = formatServiceTime(first.started);
  const title = isCurrent ? t('Failing since {0}', since) : t('Last failures began at {0}', since);
  const facts = [
    t('Error: {0}', reasonOf(first)),
    ...(before === undefined ? [] : [t('Last success: {0}', formatServiceTime(before.started))]),
    ...changeTexts(changes).map((text) => t('Changed before: {0}', text)),
  ];
  return ['', `${title} · ${runCount(count)}`, ...facts.map((fact) => `    ${fact}`)];
}

function changeTexts(changes: readonly AuditLog[] | undefined): readonly string[] {
  if (changes === undefined)
    return [t('unknown, because the audit log could not be read. It requires the role MASTER.')];
  if (changes.length === 0) return [t('nothing that the audit log knows of')];
  return changes.map(({ time, user, action, method }) =>
    oneLine([formatTimestamp(new Date(time)), shownUser(user), action ?? method].join(' · ')),
  );
}

function listLines(runs: readonly KnownRun[]): readonly string[] {
  if (runs.length === 0) return [];
  const longest = Math.max(1, ...runs.map(({ elapsed = 0 }) => Number(elapsed)));
  const headings = [t('Due'), t('Start'), t('Duration'), '', t('Rows'), t('Outcome')];
  return [
    '',
    ...ruledColumns(
      headings,
      runs.map((run) => cellsOf(run, longest)),
    ),
  ];
}

const barLength = 10;

function cellsOf({ due, started, elapsed, rows, ...run }: KnownRun, longest: number): readonly string[] {
  return [
    formatServiceTime(due),
    formatServiceTime(started),
    elapsed === undefined ? '–' : formatElapsed(Number(elapsed)),
    '█'.repeat(Math.ceil((barLength * Number(elapsed ?? 0)) / longest)),
    rows === undefined ? '–' : rows.toLocaleString(),
    outcomeOf(run),
  ];
}

function outcomeOf(run: Pick<KnownRun, 'resultState' | 'failure' | 'finished'>): string {
  if (run.finished === undefined) return t('running');
  if (isFailure(run.resultState)) return t('failed: {0}', reasonOf(run));
  return run.failure === undefined ? run.resultState : `${run.resultState}: ${oneLine(run.failure)}`;
}

function reasonOf({ failure }: Pick<KnownRun, 'failure'>): string {
  return failure === undefined ? t('no reason given') : oneLine(rejectionText(failure));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
