import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { iconLabel } from '../../../core/privacy/plainText';
import { hideValues, hidingMasker } from '../../../core/privacy/hiddenValues';
import { Masker } from '../../../core/privacy/masker';
import type { CommandRegistry } from '../../ui/commandRegistry';
import { onDidChangeSettings, readSettings } from '../../ui/settings/settings';
import type { Memory } from '../../ui/memory';
import type { Prompts } from '../../ui/prompts/prompts';

const command = 'logbench.privacy.toggle';
const memoryKey = 'privacy.on';

/**
 * The switch that hides sensitive values in this window, for screen sharing. It survives a reload. Must be
 * registered before anything is shown.
 */
export function registerPrivacy(
  commands: CommandRegistry,
  prompts: Pick<Prompts, 'notify'>,
  memory: Memory,
): vscode.Disposable {
  let columns = readSettings().privacyColumns;
  const masker = new Masker({
    get columns() {
      return columns;
    },
  });
  const item = statusItem();
  const set = (on: boolean): void => {
    hideValues(on ? masker : undefined);
    void vscode.commands.executeCommand('setContext', 'logbench.privacyOn', on);
    if (on) item.show();
    else item.hide();
  };
  set(memory.get(memoryKey) === true);
  return vscode.Disposable.from(
    item,
    commands.registerAll({
      [command]: async () => {
        const on = hidingMasker() === undefined;
        set(on);
        if (on) await closeOpenPrompts();
        await memory.update(memoryKey, on);
        if (on) void offerToClear(prompts);
      },
    }),
    onDidChangeSettings(() => {
      const before = columns;
      columns = readSettings().privacyColumns;
      if (hidingMasker() && !isDeepStrictEqual(before, columns)) hideValues(masker);
    }),
  );
}

function statusItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('logbench.privacy', vscode.StatusBarAlignment.Left, 11);
  item.name = t('Logbench: Sensitive Values');
  item.text = iconLabel('eye-closed', t('Sensitive values hidden'));
  item.tooltip = t('User names, addresses and host names are masked in Logbench. Click to show them.');
  item.accessibilityInformation = { label: item.tooltip, role: 'button' };
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  item.command = command;
  return item;
}

/** The notifications of other extensions, and of Logbench about values that it does not recognize, are kept. */
async function offerToClear(prompts: Pick<Prompts, 'notify'>): Promise<void> {
  const clears = await prompts.notify({
    message: t('Sensitive values are hidden in Logbench. Earlier notifications may still show some.'),
    buttons: [{ label: t('Clear All Notifications'), value: true }],
  });
  if (clears === true) await vscode.commands.executeCommand('notifications.clearAll');
}

/** Open quick picks and notifications would keep their text, so they are closed. */
async function closeOpenPrompts(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  await vscode.commands.executeCommand('notifications.hideToasts');
}
