import * as vscode from 'vscode';
import { readProperties, timeExpression } from '../../../core/notebook/notebookProperties';
import { t } from '../../../core/base/localize';
import { iconLabel } from '../../../core/privacy/plainText';
import { CanceledError } from '../../ui/prompts/canceled';
import type { Prompts } from '../../ui/prompts/prompts';
import { changedFrontMatter, editNotebook, frontMatterOf, metadataOf, notebookType } from './notebookFile';
import type { NotebookDeps } from './notebookFile';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readAccount } from '../../../core/api/readAccount';
import { buildReport } from '../../../core/notebook/report';
import type { Report } from '../../../core/notebook/report';
import { reportHtml } from '../../../core/notebook/reportHtml';
import { reportMarkdown } from '../../../core/notebook/reportMarkdown';
import { hidingMasker } from '../../../core/privacy/hiddenValues';
import { Masker } from '../../../core/privacy/masker';
import { ExplainedError } from '../../ui/failures/failureText';
import { readSettings } from '../../ui/settings/settings';
import type { CellRuns } from './cellRuns';
import type { NotebookKernels } from './notebookKernels';

/** The notebook of the active editor. */
function activeNotebook(): vscode.NotebookEditor {
  const editor = vscode.window.activeNotebookEditor;
  if (editor?.notebook.notebookType !== notebookType) throw new CanceledError();
  return editor;
}

/** Asks for the time range and the parameters, and writes them into the front matter. */
export async function editParameters({ ui: { prompts } }: NotebookDeps): Promise<void> {
  const { notebook } = activeNotebook();
  const frontMatter = frontMatterOf(notebook);
  // Before anything is asked.
  changedFrontMatter(frontMatter, {});
  const { properties } = readProperties(frontMatter);
  const title = t('Edit Notebook Parameters');
  const added = Symbol('added');
  const choice = await prompts.pick<string | typeof added>({
    title,
    choices: [
      { label: 'from', description: properties.from ?? t('no value'), icon: 'calendar', value: 'from' },
      { label: 'to', description: properties.to ?? 'now', icon: 'calendar', value: 'to' },
      ...[...properties.parameters].map(([name, value]) => ({
        label: name,
        description: value,
        icon: 'symbol-variable',
        value: name,
      })),
      { label: t('Add Parameter…'), icon: 'add', value: added },
    ],
  });
  const name = choice === added ? await askName(prompts, title) : choice;
  const isTime = name === 'from' || name === 'to';
  const value = await prompts.input({
    title,
    prompt: isTime
      ? t(
          'A date such as 2026-11-01 09:00, a span before now such as 7d, or now. Leave it empty to remove it.',
        )
      : t(
          'Value of the parameter {0}. Numbers, true, false and null are used as they are; anything else is text.',
          name,
        ),
    value: isTime ? properties[name] : properties.parameters.get(name),
    validate: (text) =>
      isTime && text.trim() !== '' && timeExpression(text) === undefined
        ? {
            problem: t(
              '“{0}” is not a time. Write a date such as 2026-11-01 09:00, a span such as 7d, or now.',
              text,
            ),
          }
        : undefined,
  });
  const parameters = new Map(properties.parameters).set(name, value);
  const change = isTime ? { [name]: value.trim() === '' ? undefined : value.trim() } : { parameters };
  const metadata = { ...notebook.metadata, frontMatter: changedFrontMatter(frontMatter, change) };
  await editNotebook(notebook, vscode.NotebookEdit.updateNotebookMetadata(metadata));
}

async function askName(prompts: Prompts, title: string): Promise<string> {
  return prompts.input({
    title,
    prompt: t('Name of the parameter. Queries use it as $("name").'),
    validate: (text) =>
      /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text)
        ? undefined
        : { problem: t('“{0}” cannot be the name of a parameter. Use letters, digits and _.', text) },
  });
}

/** Names a cell, so that later ones can use its values. */
export async function nameCell({ ui: { prompts } }: NotebookDeps, [arg]: readonly unknown[]): Promise<void> {
  const { notebook, selection } = activeNotebook();
  const { index = selection.start } = Object(arg) as { readonly index?: unknown };
  const cell = notebook.getCells()[Number(index)];
  if (cell?.kind !== vscode.NotebookCellKind.Code) throw new CanceledError();
  const others = new Set(notebook.getCells().flatMap((one) => (one === cell ? [] : [metadataOf(one).name])));
  const name = await prompts.input({
    title: t('Name Cell'),
    prompt: t(
      'Later cells use the values of a column as in(user, $("name.user")). Leave it empty for no name.',
    ),
    value: metadataOf(cell).name,
    validate: (text) => {
      if (text === '') return undefined;
      if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(text))
        return { problem: t('“{0}” cannot be the name of a cell. Use letters, digits, _ and -.', text) };
      return others.has(text) ? { problem: t('Another cell is called “{0}”.', text) } : undefined;
    },
  });
  const metadata = { ...cell.metadata, name };
  await editNotebook(notebook, vscode.NotebookEdit.updateCellMetadata(cell.index, metadata));
}

/** The name of a cell in its status bar, which changes it. */
export function registerCellNames(): vscode.Disposable {
  return vscode.notebooks.registerNotebookCellStatusBarItemProvider(notebookType, {
    provideCellStatusBarItems: (cell) => {
      if (cell.kind !== vscode.NotebookCellKind.Code) return [];
      const { name } = metadataOf(cell);
      const { Left } = vscode.NotebookCellStatusBarAlignment;
      const item = new vscode.NotebookCellStatusBarItem(
        iconLabel('tag', name === '' ? t('Name Cell…') : name),
        Left,
      );
      item.command = { command: 'logbench.notebook.nameCell', title: t('Name Cell…'), arguments: [cell] };
      item.tooltip = t('Later cells use the values of a named cell.');
      return [item];
    },
  });
}

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
