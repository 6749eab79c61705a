import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { readAccount } from '../../notebook/readAccount';
import { readProperties } from '../../notebook/notebookProperties';
import { buildReport } from '../../notebook/report';
import type { Report } from '../../notebook/report';
import { reportHtml } from '../../notebook/reportHtml';
import { reportMarkdown } from '../../notebook/reportMarkdown';
import { t } from '../../shared/localize';
import { hidingMasker } from '../../shared/privacy/hiddenValues';
import { Masker, holdsMask } from '../../shared/privacy/masker';
import { ExplainedError } from '../../ui/failures/failureText';
import { readSettings } from '../../ui/settings/settings';
import type { CellRuns } from './cellRuns';
import { activeNotebook } from './notebookActions';
import type { NotebookDeps } from './notebookDeps';
import { frontMatterOf, metadataOf, newQueryCell } from './notebookFile';
import type { NotebookKernels } from './notebookKernels';
import * as z from 'zod/mini';
import type { PlatformClient } from '../../api/client';
import { fieldsIn, sampleRows } from '../../api/tableFields';
import { listTableNames } from '../../api/tableNames';
import { conditionOf } from '../../results/searchForValue';
import { sensitiveColumn, sensitiveKinds } from '../../shared/privacy/sensitiveColumns';
import { cell } from '../../shared/protocol/queryResults';
import { Cancelled } from '../../ui/prompts/cancelled';
import { withProgress } from '../../ui/prompts/progress';
import { insertCell } from './rendererMessages';
import { openQuery, pickNotebook } from './startNotebook';

/** Writes a report of the notebook as it is: nothing runs. While sensitive values are hidden, they are masked. */
export async function exportReport(
  deps: NotebookDeps,
  runs: CellRuns,
  kernels: NotebookKernels,
): Promise<void> {
  const { notebook } = activeNotebook();
  const { prompts } = deps.ui;
  const title = t('Export Report');
  const format = await prompts.pick<'html' | 'md'>({
    title,
    choices: [
      {
        label: 'HTML',
        description: t('one file, with all rows that are kept'),
        icon: 'file-code',
        value: 'html',
      },
      {
        label: t('Markdown'),
        description: t('with the first 100 rows of each query'),
        icon: 'markdown',
        value: 'md',
      },
    ],
  });
  const masks =
    hidingMasker() !== undefined ||
    (await prompts.pick({
      title,
      choices: [
        { label: t('Show Values'), icon: 'eye', value: false },
        { label: t('Mask Sensitive Values'), icon: 'eye-closed', value: true },
      ],
    }));
  const report = await reportOf(deps, runs, kernels, notebook, masks);
  const name = path.posix.basename(notebook.uri.path).replace(/\.lq\.md$/, '');
  const question = {
    title,
    filters: { [format.toUpperCase()]: [format] },
    defaultName: `${name}.report.${format}`,
  };
  const content = format === 'html' ? reportHtml(report) : reportMarkdown(report);
  const { location: file } = await prompts.saveFile(question, async (target) => writeFile(target, content));
  void prompts.notify({ severity: 'information', message: t('{0} was written.', file), file });
}

async function reportOf(
  deps: NotebookDeps,
  runs: CellRuns,
  kernels: NotebookKernels,
  notebook: vscode.NotebookDocument,
  masks: boolean,
): Promise<Report> {
  const connection = kernels.connectionOf(notebook);
  if (connection === undefined) throw new ExplainedError(t('Select the connection of the notebook first.'));
  const client = await deps.platforms.clientFor(connection);
  return buildReport({
    fileName: path.posix.basename(notebook.uri.path),
    properties: readProperties(frontMatterOf(notebook)).properties,
    cells: notebook.getCells().map((cell) => ({
      kind: cell.kind === vscode.NotebookCellKind.Code ? 'query' : 'text',
      name: metadataOf(cell).name,
      value: cell.document.getText(),
      run: runs.runOf(cell),
    })),
    connection: connection.name,
    account: await readAccount(client),
    created: new Date(),
    masker: masks ? new Masker({ columns: readSettings().privacyColumns }) : undefined,
  });
}

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
  if (hidingMasker() !== undefined && holdsMask(JSON.stringify(value))) {
    throw new ExplainedError(
      t('The query would show a hidden value. Show sensitive values first, then try again.'),
    );
  }
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
  if (notebook === undefined) await openQuery(text, connection);
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
