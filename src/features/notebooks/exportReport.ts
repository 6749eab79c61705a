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
import { Masker } from '../../shared/privacy/masker';
import { ExplainedError } from '../../ui/failures/failureText';
import { readSettings } from '../../ui/settings/settings';
import type { CellRuns } from './cellRuns';
import { activeNotebook } from './notebookActions';
import type { NotebookDeps } from './notebookDeps';
import { frontMatterOf, metadataOf } from './notebookFile';
import type { NotebookKernels } from './notebookKernels';

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
  void prompts.notify({ message: t('{0} was written.', file), file });
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
