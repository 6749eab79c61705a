import * as z from 'zod/mini';
import { bigintAsText } from '../../base/json';
import { RunningQuery } from '../../api/runningQuery';
import type { QueryClient } from '../../api/runningQuery';
import type { ResultPage } from '../../interface/cursor';
import type { QueryStatus } from '../../interface/queryStatus';
import { described, limitField, platformField, queryField } from '../inputs';
import { columnsOf, dataNotice, maskedRow, shortened, shownName, showRows } from '../logData';
import { maskedColumns } from '../../privacy/maskedColumns';
import type { MaskedColumns } from '../../privacy/maskedColumns';
import { parseReadingQuery } from '../onlyReads';
import { revealedConditions } from '../revealedQuery';
import { defineTool, ToolRejection } from '../tool';
import type { ToolCall, ToolResult } from '../tool';
import { fieldOf } from '../../interface/optional';
import type { RawRecord } from '../../interface/optional';
import type { Masker } from '../../privacy/masker';

const maxRows = 1000;
const defaultRows = 100;
const summarizedRows = 10_000;
const maxSeconds = 120;
const defaultSeconds = 30;

/**
 * A query with this many rows is canceled: more than an assistant can use, and they occupy memory of the
 * platform.
 */
const endedAtRows = 100_000;

const input = z.strictObject({
  platform: platformField,
  query: queryField(
    'The query, for example: table duration=1h web_access | search status >= 500 | stats count by url. Only commands that read.',
  ),
  limit: limitField(maxRows, defaultRows),
  summary: z.optional(
    described(
      z.boolean(),
      'true: instead of rows, returns for each column the number of values, distinct values, minimum, maximum and the most frequent values.',
    ),
  ),
  seconds: z.optional(
    described(
      z.int().check(z.gte(1), z.lte(maxSeconds)),
      `Time limit of the query in seconds. The default is ${defaultSeconds}; after that, the query is canceled.`,
    ),
  ),
});

type Input = z.infer<typeof input>;

export const runQueryTool = defineTool({
  name: 'logbench_run_query',
  title: 'Run Query',
  description:
    'Runs a query in the Logbench pipe language on a platform and returns its rows or a summary of them. Only for reading: a query with a command that writes, sends or is unknown is rejected. Write the query with logbench_language and logbench_table, and check it with logbench_check_query first. Always bound the time (duration= or from= to=). Prefer stats and limit to many rows.',
  input,
  subject: ({ query }) => query,
  run: runForAssistant,
});

async function runForAssistant(requested: Input, call: ToolCall): Promise<ToolResult> {
  // Checked as written first, so that errors refer to the text of the assistant.
  parseReadingQuery(requested.query);
  const text = revealedConditions(requested.query, call.host.masker);
  const parsed = parseReadingQuery(text);
  const { client, ...open } = await call.open(requested.platform, 'read');
  const seconds = requested.seconds ?? defaultSeconds;
  const deadline = AbortSignal.timeout(seconds * 1000);
  const limit = requested.summary === true ? summarizedRows : (requested.limit ?? defaultRows);
  const { page, status } = await readRows(
    client,
    text,
    limit,
    AbortSignal.any([call.signal, deadline]),
  ).catch((error: unknown) => {
    if (call.signal.aborted || !deadline.aborted) throw error;
    throw new ToolRejection(
      `The query took longer than ${seconds} s and was canceled. Use a shorter period, or increase "seconds" (at most ${maxSeconds}).`,
    );
  });
  const masked = maskedColumns(parsed.query, call.host.maskedColumns);
  const total = page.total ?? status.rows;
  const facts = {
    ...open.facts,
    total_rows: total,
    ...(!status.finished && { ended_early: `The query was ended at ${total} rows.` }),
    ...emptyColumns(page),
    notice: dataNotice,
  };
  if (requested.summary === true) {
    const columns = summarizeRows(page.rows, columnsOf(page.rows, page.fieldOrder), call.host.masker, masked);
    return { ...facts, summarized_rows: page.rows.length, columns };
  }
  const { cut, ...shown } = showRows(page, call.host.masker, masked, call.maxCharacters);
  const all = total > page.rows.length ? [`Only ${page.rows.length} of ${total} rows were read.`] : [];
  return { ...facts, ...shown, cut: [...all, ...cut] };
}

async function readRows(
  client: QueryClient,
  text: string,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly page: ResultPage; readonly status: QueryStatus }> {
  await using query = await RunningQuery.start(client, text, signal);
  const status = await query.finish({ signal, isEnough: ({ rows }) => rows >= endedAtRows });
  return { page: await query.rowsThatFit({ limit }, signal), status };
}

/** A field without values is usually a misspelled name, which the language does not reject. */
function emptyColumns({ rows, fieldOrder }: ResultPage): { readonly empty_columns?: unknown } {
  if (rows.length === 0) return {};
  const empty = columnsOf(rows, fieldOrder).filter((column) =>
    rows.every((row) => (fieldOf(row, column) ?? null) === null),
  );
  if (empty.length === 0) return {};
  return {
    empty_columns: {
      columns: empty,
      hint: 'No row has a value here. logbench_table returns the names of fields.',
    },
  };
}

const topValues = 5;
const maxValueLength = 200;

/** A summary of each column over all rows, instead of the rows. */
export function summarizeRows(
  rows: readonly RawRecord[],
  columns: readonly string[],
  masker: Masker,
  masked: MaskedColumns,
): readonly ReturnType<typeof summarize>[] {
  const safe = rows.map((row) => maskedRow(row, masker, masked));
  return columns.map((column) =>
    summarize(
      shownName(column, masker, masked),
      safe.map((row) => fieldOf(row, column)),
    ),
  );
}

/** `top` are the most frequent values with their counts. */
function summarize(column: string, values: readonly unknown[]) {
  const counts = new Map<string, number>();
  const filled = values.filter((value) => value !== null && value !== undefined && value !== '');
  for (const value of filled) {
    const text = typeof value === 'string' ? value : JSON.stringify(value, bigintAsText);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const numbers = filled.filter((value) => typeof value === 'number');
  const top = [...counts].sort((one, other) => other[1] - one[1]).slice(0, topValues);
  return {
    column,
    filled: filled.length,
    distinct: counts.size,
    ...(numbers.length > 0 && { minimum: lowest(numbers), maximum: -lowest(numbers.map((value) => -value)) }),
    top: top.map(([value, count]) => [shortened(value, maxValueLength), count] as const),
  };
}

function lowest(numbers: readonly number[]): number {
  return numbers.reduce((least, value) => Math.min(least, value), Infinity);
}
