import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { Prompts } from '../../ui/prompts/prompts';
import { onDidChangeSettings, readSettings } from '../../ui/settings/settings';

/** Reports problems of the connections in the settings, now and after each change. */
export function showSettingsProblems(prompts: Prompts): vscode.Disposable {
  let told = '';
  const tell = (): void => {
    const problems = readSettings().problems.join(' ');
    if (problems !== told && problems !== '') void showProblems(prompts, problems);
    told = problems;
  };
  tell();
  return onDidChangeSettings(tell);
}

async function showProblems(prompts: Prompts, problems: string): Promise<void> {
  const opens = await prompts.notify({
    severity: 'warning',
    message: t('The connections in the settings are not valid. {0}', problems),
    buttons: [{ label: t('Open Settings'), value: true }],
  });
  if (opens !== true) return;
  const revealSetting = { key: 'logbench.connections', edit: true };
  await vscode.commands.executeCommand('workbench.action.openSettingsJson', { revealSetting });
}
