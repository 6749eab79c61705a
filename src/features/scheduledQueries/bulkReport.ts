import { t } from '../../shared/localize';
import { ruledColumns } from '../../shared/columns';
import type { Connection } from '../../ui/connections/connection';
import { safeCsv } from '../../shared/csv/csvLine';
import { connectionLabel } from '../../ui/connections/environment';
import { formatMoment } from '../../ui/format/format';
import { outcomeLabel } from './bulkResults';
import type { BulkAction, ItemResult, Outcome } from './bulkResults';

export interface BulkReport {
  readonly action: BulkAction;
  readonly connection: Connection;
  readonly results: readonly ItemResult[];
}

/** A one-line summary: "Production: 3 deleted, 1 skipped because running." */
export function reportSentence({ action, connection, results }: BulkReport): string {
  const [only] = results;
  if (only !== undefined && results.length === 1) {
    const label = outcomeLabel(action, only.outcome);
    const words = only.reason === undefined ? label : `${label}: ${only.reason}`;
    return withFullStop(`${connection.name}: “${only.target.name}” ${words}`);
  }
  const counts = counted(results).map(([outcome, count]) => `${count} ${outcomeLabel(action, outcome)}`);
  return withFullStop(`${connection.name}: ${counts.join(', ')}`);
}

/** One row per query, in columns. Plain text, so that names are shown unchanged. */
export function reportText({ action, connection, results }: BulkReport, at: Date): string {
  const rows = results.map(({ target, outcome, reason }) => [
    outcomeLabel(action, outcome),
    target.name,
    target.guid,
    reason ?? '',
  ]);
  const [heading = [], ...cells] = withoutEmptyEnd([
    [t('Result'), t('Name'), t('GUID'), t('Reason')],
    ...rows,
  ]);
  return [
    `${connectionLabel(connection)} · ${formatMoment(at)}`,
    reportSentence({ action, connection, results }),
    '',
    ...ruledColumns(heading, cells),
    '',
  ].join('\n');
}

export function reportCsv({ action, connection, results }: BulkReport): string {
  return safeCsv([
    ['connection', 'environment', 'action', 'result', 'name', 'guid', 'reason'],
    ...results.map(({ target, outcome, reason }) => [
      ...[connection.name, connection.environment, action, outcomeLabel(action, outcome)],
      ...[target.name, target.guid, reason ?? ''],
    ]),
  ]);
}

const order: readonly Outcome[] = ['done', 'unchanged', 'running', 'notFound', 'failed', 'unknown', 'unsent'];

function counted(results: readonly ItemResult[]): readonly (readonly [Outcome, number])[] {
  return order
    .map((outcome) => [outcome, results.filter((result) => result.outcome === outcome).length] as const)
    .filter(([, count]) => count > 0);
}

/** Removes the last column if it is empty. */
function withoutEmptyEnd(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const empty = rows.slice(1).every((cells) => cells.at(-1) === '');
  return empty ? rows.map((cells) => cells.slice(0, -1)) : rows;
}

function withFullStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
