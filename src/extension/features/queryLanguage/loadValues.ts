import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { runOwnQuery } from '../../../core/api/operations/queries';
import { printFieldName } from '../../../core/language/printExpression';
import { groupedBy } from '../../../core/base/groupedBy';
import { t } from '../../../core/base/localize';
import { CanceledError } from '../../ui/prompts/canceled';
import { withProgress } from '../../ui/prompts/progress';
import { ExplainedError } from '../../ui/failures/failureText';
import type { QueryLanguageDeps } from './completions';

/** The newest rows, so that the query stays short on a large table. */
const maxRows = 100_000;
const maxValues = 200;

/** Names and options are inserted into a query, so they must not change it. */
const request = z.object({
  field: z.string(),
  tables: z.array(z.string().check(z.regex(/^[\p{L}\p{N}_.:*-]+$/u))),
  period: z.string().check(z.regex(/^(?:(?:duration|from|to)=\w+ ?)*$/)),
});

/** *Load Values…*: reads the most frequent values of a field and shows them at the cursor. */
export async function loadValues(
  { platforms, connections, seen }: Pick<QueryLanguageDeps, 'platforms' | 'connections' | 'seen'>,
  [uri, wanted]: readonly unknown[],
): Promise<void> {
  const parsed = request.safeParse(wanted);
  const connection = uri instanceof vscode.Uri ? connections.of(uri) : undefined;
  if (!parsed.success || connection === undefined) throw new CanceledError();
  const { field } = parsed.data;
  const client = await platforms.clientFor(connection);
  const rows = await withProgress(t('Reading the values of “{0}”…', field), async (signal) =>
    client.send(runOwnQuery(valuesQuery(parsed.data), { limit: maxValues }), signal),
  );
  for (const [table, found] of groupedBy(rows, (row) => String(row['_table']))) {
    const values = found.map((row) => ({ value: row[field], count: Number(row[countColumn]) }));
    seen.addCounts(connection, table, field, values);
  }
  if (rows.length === 0) throw new ExplainedError(t('No row has a value of the field “{0}”.', field));
  const isStillThere = vscode.window.activeTextEditor?.document.uri.toString() === String(uri);
  if (isStillThere) await vscode.commands.executeCommand('editor.action.triggerSuggest');
}

const countColumn = 'rows_with_value';

function valuesQuery({ field, tables, period }: z.infer<typeof request>): string {
  const name = printFieldName(field);
  return [
    ['table', period, `limit=${maxRows}`, tables.join(', ')].filter((part) => part !== '').join(' '),
    `search isnotnull(${name})`,
    `stats count as ${countColumn} by _table, ${name}`,
    `sort limit=${maxValues} -${countColumn}`,
  ].join(' | ');
}
