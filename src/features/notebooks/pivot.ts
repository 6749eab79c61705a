import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { PlatformClient } from '../../api/client';
import { fieldsIn, sampleRows } from '../../api/tableFields';
import { listTableNames } from '../../api/tableNames';
import { readProperties } from '../../notebook/notebookProperties';
import { conditionOf } from '../../results/searchForValue';
import { t } from '../../shared/localize';
import { sensitiveColumn, sensitiveKinds } from '../../shared/privacy/sensitiveColumns';
import { cell } from '../../shared/protocol/queryResults';
import { ExplainedError, rejectHiddenValue } from '../../ui/failures/failureText';
import { Cancelled } from '../../ui/prompts/cancelled';
import { withProgress } from '../../ui/prompts/progress';
import type { NotebookDeps } from './notebookDeps';
import { frontMatterOf, newQueryCell } from './notebookFile';
import { insertCell } from './rendererMessages';
import { emptyNotebook, openNotebook, pickNotebook } from './startNotebook';

/** A value of a result on a connection. */
const pivotValue = z.object({
  connection: z.string(),
  column: z.string(),
  value: cell,
  isNumber: z._default(z.boolean(), false),
  /** Searches all fields with such values, whatever their names are. */
  kind: z.optional(z.enum(sensitiveKinds)),
});

/** Tables are asked for their fields a few at a time, and not more than this. */
const maxTables = 200;
const atOnce = 4;

/** Adds a cell that searches for a value in the tables that have such a field, over the time of the notebook. */
export async function pivot(deps: NotebookDeps, [arg]: readonly unknown[]): Promise<void> {
  const { data } = pivotValue.safeParse(arg);
  const connection = data && deps.platforms.find(data.connection);
  if (data === undefined || connection === undefined) throw new Cancelled();
  const { column, value } = data;
  rejectHiddenValue(JSON.stringify(value));
  if (searchForFields([column], data) === undefined)
    throw new ExplainedError(t('This value cannot be used in a condition.'));
  const notebook = await pickNotebook(deps, t('Pivot'));
  const client = await deps.platforms.clientFor(connection);
  const tables = await withProgress(t('Looking for tables with the field {0}', column), async (signal) =>
    tablesWith(client, data, signal),
  );
  if (tables.size === 0) throw new ExplainedError(t('No table has a field “{0}”.', column));
  const search = searchForFields([...new Set([...tables.values()].flat())], data);
  const text = `table ${timeOf(notebook)} ${[...tables.keys()].join(', ')}\n| ${search}`;
  if (notebook === undefined) await openNotebook(emptyNotebook(text), connection);
  else await insertCell(notebook, notebook.cellCount, newQueryCell(text), false);
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

/** Tables that have such a field, and their fields. Tables that cannot be read are left out. */
async function tablesWith(
  client: PlatformClient,
  { column, kind }: PivotValue,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const isWanted = (field: string): boolean =>
    kind === undefined ? field === column : sensitiveColumn(field)?.kind === kind;
  const names = await listTableNames(client, signal, maxTables);
  const found = new Map<string, readonly string[]>(names.map((name) => [name, []]));
  const waiting = [...names];
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      signal.throwIfAborted();
      const rows = await sampleRows(client, name, signal).catch(() => []);
      const fields = fieldsIn(rows).map((field) => field.name);
      found.set(name, fields.filter(isWanted));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return new Map([...found].filter(([, fields]) => fields.length > 0));
}
