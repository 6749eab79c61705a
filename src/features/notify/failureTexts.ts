import { rejectionText } from '../../language/problem';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { named } from '../../ui/format/names';
import type { FailingSchedule, FailureNews } from './failureWatch';

export interface KnownFailures {
  readonly connection: Pick<Connection, 'name'>;
  readonly failing: readonly Pick<FailingSchedule, 'name'>[];
  readonly silent: readonly string[];
}

/** The number on the view, with a line for each connection; undefined if nothing fails. */
export function badgeOf(
  known: readonly KnownFailures[],
): { readonly value: number; readonly tooltip: string } | undefined {
  const value = known.reduce((sum, { failing, silent }) => sum + failing.length + silent.length, 0);
  if (value === 0) return undefined;
  const lines = known.flatMap(({ connection, failing, silent }) => {
    const parts = [
      ...(failing.length === 0 ? [] : [failingText(failing.length)]),
      ...(silent.length === 0 ? [] : [silentText(silent.length)]),
    ];
    return parts.length === 0 ? [] : [`${connection.name}: ${parts.join(', ')}`];
  });
  return { value, tooltip: lines.join('\n') };
}

function failingText(count: number): string {
  return count === 1 ? t('1 failing scheduled query') : t('{0} failing scheduled queries', count);
}

function silentText(count: number): string {
  return count === 1 ? t('1 silent table') : t('{0} silent tables', count);
}

/** At most one message for schedules and one for tables, however many have begun to fail. */
export function newsTexts(connection: string, news: readonly FailureNews[]): readonly string[] {
  const failed = news.filter((one) => one.kind === 'failed');
  const silent = news.filter((one) => one.kind === 'silent');
  return [
    ...(failed.length === 0 ? [] : [failedSentence(failed)]),
    ...(silent.length === 0 ? [] : [silentSentence(silent)]),
  ].map((sentence) => `${connection}: ${sentence}`);
}

function failedSentence(failed: readonly Extract<FailureNews, { kind: 'failed' }>[]): string {
  const [only] = failed;
  if (only === undefined || failed.length > 1) {
    return t('{0} scheduled queries failed: {1}.', failed.length, named(failed));
  }
  return only.reason === undefined
    ? t('The scheduled query “{0}” failed.', only.name)
    : t('The scheduled query “{0}” failed: {1}', only.name, rejectionText(only.reason));
}

function silentSentence(silent: readonly { readonly name: string }[]): string {
  const [only] = silent;
  return only !== undefined && silent.length === 1
    ? t('The table “{0}” has had no new logs for a week.', only.name)
    : t('{0} tables have had no new logs for a week: {1}.', silent.length, named(silent));
}
