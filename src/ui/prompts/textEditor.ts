import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { TextQuestion } from './prompts';
import { askPick } from './quickPick';

/** Asks for multi-line text in an editor, with the question at the top of the window. */
export async function askText({ title, value, place, validate }: TextQuestion): Promise<string> {
  const document = await vscode.workspace.openTextDocument({ content: value, language: 'plaintext' });
  await vscode.window.showTextDocument(document, { preview: false });
  let placeholder = t('Edit the text below, then select Done.');
  try {
    for (;;) {
      const choices = [{ label: t('Done'), icon: 'check', value: true }];
      await askPick({ title, place, placeholder, choices }, { many: false, allowNone: false });
      const text = document.getText().replaceAll('\r\n', '\n');
      const validation = validate?.(text);
      if (validation === undefined || 'information' in validation) return text;
      placeholder = validation.problem;
    }
  } finally {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
}
