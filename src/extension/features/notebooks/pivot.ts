import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { readProperties } from '../../../core/notebook/notebookProperties';
import { conditionOf } from '../../../core/results/searchForValue';
import { t } from '../../../core/base/localize';
import { markdownLine } from '../../../core/base/markdownText';
import { sensitiveColumn, sensitiveKinds } from '../../../core/privacy/sensitiveColumns';
import { cell } from '../../../core/pages/queryResults';
import { ExplainedError, rejectHiddenValue } from '../../ui/failures/failureText';
import { CanceledError } from '../../ui/prompts/canceled';
import { withProgress } from '../../ui/prompts/progress';
import { frontMatterOf } from './notebookFile';
import type { NotebookDeps } from './notebookFile';
import { addTo, pickNotebook } from './startNotebook';
import { notSearched, tablesToSearch } from './tablesToSearch';

/** A value of a result on a connection. */
const pivotValue = z.object({
  connection: z.string(),
  column: z.string(),
  value: cell,
  isNumber: z._default(z.boolean(), false),
  /** Searches all fields with such values, whatever their names are. */
  kind: z.optional(z.enum(sensitiveKinds)),
});

/** Adds a cell that searches for a value in the tables that have such a field, over the time of the notebook. */
export async function pivot(deps: NotebookDeps, [arg]: readonly unknown[]): Promise<void> {
  const { data } = pivotValue.safeParse(arg);
  const connection = data && deps.platforms.find(data.connection);
  if (data === undefined || connection === undefined) throw new CanceledError();
  const { column, value, kind } = data;
  rejectHiddenValue(JSON.stringify(value));
  if (searchForFields([column], data) === undefined)
    throw new ExplainedError(t('This value cannot be used in a condition.'));
  const notebook = await pickNotebook(deps, t('Pivot'));
  const client = await deps.platforms.clientFor(connection);
  const isWanted = (field: string): boolean =>
    kind === undefined ? field === column : sensitiveColumn(field)?.kind === kind;
  const tables = await withProgress(t('Looking for tables with the field {0}', column), async (signal) =>
    tablesToSearch(client, isWanted, signal),
  );
  if (tables.fields.size === 0)
    throw new ExplainedError(
      [t('No table has a field “{0}”.', column), notSearched(tables)].join(' ').trim(),
    );
  const search = searchForFields([...new Set([...tables.fields.values()].flat())], data);
  const text = `table ${timeOf(notebook)} ${[...tables.fields.keys()].join(', ')}\n| ${search}`;
  const note = markdownLine(notSearched(tables, Infinity));
  await addTo(notebook, deps, { text, note }, () => Promise.resolve(connection));
}

/** The time range of the notebook, otherwise the last day. */
function timeOf(notebook: vscode.NotebookDocument | undefined): string {
  const isRange =
    notebook === undefined || readProperties(frontMatterOf(notebook)).properties.from !== undefined;
  return isRange ? 'from=$("from") to=$("to")' : 'duration=1d';
}

type PivotValue = z.infer<typeof pivotValue>;

/** Undefined for a value that cannot be written in a query. */
function searchForFields(fields: readonly string[], { value, isNumber }: PivotValue): string | undefined {
  const conditions = fields.map((field) => conditionOf(field, value, isNumber));
  return conditions.includes(undefined) ? undefined : `search ${conditions.join(' or ')}`;
}
