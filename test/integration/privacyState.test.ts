import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerPrivacy } from '../../src/extension/features/privacy';
import { hideValues, hidingMasker, onDidChangeHiding } from '../../src/core/privacy/hiddenValues';
import type { CommandRegistry } from '../../src/extension/ui/commandRegistry';
import type { Notice } from '../../src/extension/ui/prompts/prompts';
import { eventually } from '../support/eventually';
import { JsonMemory } from '../support/jsonMemory';
import { CommandsStub } from './support/commandsStub';
import { replacing } from './support/replacing';
import { withSettings } from './support/settings';
import { inNewest as test } from './support/vscodes';

describe('The privacy switch of a window', () => {
  let memory: JsonMemory;
  let commands: CommandsStub;
  let registered: vscode.Disposable | undefined;
  let offered: string[];
  let clears: boolean;

  beforeEach(() => {
    memory = new JsonMemory();
    offered = [];
    clears = false;
    hideValues(undefined);
  });

  afterEach(() => {
    registered?.dispose();
    hideValues(undefined);
  });

  /** A window with this memory; the state of the other one, which the tests run in, is not touched. */
  function openWindow(): void {
    registered?.dispose();
    commands = new CommandsStub();
    const prompts = {
      notify: <Value>({ message, buttons = [] }: Notice<Value>) => {
        offered.push([message, ...buttons.map(({ label }) => label)].join(': '));
        return Promise.resolve(clears ? buttons[0]?.value : undefined);
      },
    };
    registered = registerPrivacy(commands as unknown as CommandRegistry, prompts, memory);
  }

  const toggle = async (): Promise<void> => {
    await commands.run('logbench.privacy.toggle');
  };
  const isHiding = (): boolean => hidingMasker() !== undefined;

  test('is restored after the window was reloaded', async () => {
    openWindow();
    assert.equal(isHiding(), false);
    await toggle();
    assert.equal(isHiding(), true);
    hideValues(undefined);
    openWindow();
    assert.equal(isHiding(), true, 'before anything is shown');
    await toggle();
    openWindow();
    assert.equal(isHiding(), false);
  });

  test('is shown in the status bar while it is on, and closes prompts and notifications that may show values', async () => {
    const done: string[] = [];
    const item = {
      show: () => done.push('show'),
      hide: () => done.push('hide'),
      dispose: () => done.push('dispose'),
    };
    const replacements = [
      replacing(vscode.window, 'createStatusBarItem', () => item),
      replacing(vscode.commands, 'executeCommand', (...call: readonly unknown[]) =>
        Promise.resolve(void done.push(call.join(' '))),
      ),
    ];
    using _ = { [Symbol.dispose]: () => replacements.forEach((each) => each[Symbol.dispose]()) };
    const received = async (act: () => unknown): Promise<readonly string[]> => {
      await act();
      return done.splice(0);
    };
    assert.deepEqual(await received(openWindow), ['setContext logbench.privacyOn false', 'hide']);
    assert.deepEqual(await received(toggle), [
      'setContext logbench.privacyOn true',
      'show',
      'workbench.action.closeQuickOpen',
      'notifications.hideToasts',
    ]);
    assert.deepEqual(offered, [
      'Sensitive values are hidden in Logbench. Earlier notifications may still show some.: Clear All Notifications',
    ]);
    assert.deepEqual(await received(toggle), ['setContext logbench.privacyOn false', 'hide']);
    assert.equal(offered.length, 1, 'not when it is turned off');
    clears = true;
    assert.equal((await received(toggle)).at(-1), 'notifications.clearAll');
    await received(toggle);
    assert.deepEqual(await received(() => registered?.dispose()), ['dispose']);
    registered = undefined;
  });

  test('applies changes of the columns setting while it is on, and is not turned on by them', async () => {
    openWindow();
    await toggle();
    let drawn = 0;
    const stop = onDidChangeHiding(() => drawn++);
    {
      await using _ = await withSettings({
        'logbench.queryStatus.interval': 7,
        'logbench.privacy.columns': ['case*'],
      });
      await eventually(() => drawn > 0);
      assert.deepEqual([drawn, hidingMasker()?.columns], [1, ['case*']]);
      await toggle();
      drawn = 0;
    }
    await using _ = await withSettings({ 'logbench.privacy.columns': ['other*'] });
    await eventually(() =>
      JSON.stringify(vscode.workspace.getConfiguration('logbench').get('privacy.columns')).includes('other'),
    );
    assert.deepEqual([drawn, isHiding()], [0, false]);
    stop.dispose();
    await toggle();
    assert.deepEqual(hidingMasker()?.columns, ['other*']);
  });
});
