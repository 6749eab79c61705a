import { countRows } from '../../../core/backtest/backtestSummary';
import type { TriedText } from '../../../core/pages/backtest';
import type { ExportFormat } from '../../../core/pages/common';
import { safeCsv } from '../../../core/base/csvLine';
import { formatCount } from '../../../core/pages/format';
import { bigintAsText, cellText } from '../../../core/base/json';
import { t } from '../../../core/base/localize';
import { fieldOf } from '../../../core/interface/optional';
import type { RawRecord } from '../../../core/interface/optional';
import { formatWireTime } from '../../../core/interface/time';
import { inMarkdown } from '../../ui/format/markdown';
import type { BacktestFacts } from './backtestSession';

/** A backtest in Markdown, with its query in a block that a notebook runs. */
export function summaryOf(subject: TriedText, facts: BacktestFacts): string {
  const note = noteOf(subject, facts);
  const { text } = subject;
  // A longer fence, if the text itself has one.
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)));
  return note === '' ? '' : `${note}\n\n${fence}lq\n${text.trim()}\n${fence}\n`;
}

/** What was tried and how much it found, without log data; empty before the first plan. */
export function noteOf({ name }: TriedText, { own, zone }: BacktestFacts): string {
  if (own === undefined || zone === undefined) return '';
  const { covered, runs } = own.plan;
  const time = (at: number): string => formatWireTime(new Date(at), zone.offsetAt(at));
  const rows = countRows(own.results);
  const rowText = rows === 1 ? t('1 row') : t('{0} rows', formatCount(rows));
  const heading = `## ${t('Backtest: {0}', inMarkdown`${name.replaceAll(/\s+/g, ' ')}`.source)}`;
  const period = t(
    '{0} to {1}: {2} (runs: {3} of {4})',
    time(covered.from),
    time(covered.to),
    rowText,
    formatCount(own.results.length),
    formatCount(runs.length),
  );
  return `${heading}\n\n${period}`;
}

/** The rows of a backtest as a file. */
export function rowsFile(rows: readonly RawRecord[], format: ExportFormat): string {
  if (format === 'ndjson') {
    return rows.map((row) => `${JSON.stringify(row, bigintAsText)}\n`).join('');
  }
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return safeCsv([columns, ...rows.map((row) => columns.map((name) => cellText(fieldOf(row, name))))]);
}
