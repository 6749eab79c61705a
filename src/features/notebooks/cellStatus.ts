import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { iconLabel } from '../../shared/plainText';
import { metadataOf, notebookType } from './notebookFile';

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
