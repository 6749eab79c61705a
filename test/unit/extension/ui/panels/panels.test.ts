import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import { PollScheduler } from '../../../../../src/extension/ui/panels/polling';
import type { Polling } from '../../../../../src/extension/ui/panels/polling';
import { saveImage } from '../../../../../src/extension/ui/files/saveContent';
import { SeenPolling } from '../../../../../src/extension/ui/panels/seenPolling';
import { eventually } from '../../../../support/eventually';
import { temporaryFolder } from '../../../../support/temporaryFolder';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';

describe('The image of a page', () => {
  it('is saved as text or as bytes, under its name', async () => {
    await using folder = await temporaryFolder();
    for (const [format, data] of [
      ['svg', '<svg>한글</svg>'],
      ['png', Buffer.from([0x89, 0x50, 0xff]).toString('base64')],
    ] as const) {
      const file = path.join(folder.path, `a.${format}`);
      const prompts = new ScriptedPrompts([{ file }]);
      await saveImage(prompts, { name: 'Load: week 1', format, data });
      const written = await readFile(file, format === 'svg' ? 'utf8' : 'base64');
      assert.equal(written, data);
      const asked = `{"${format.toUpperCase()}":["${format}"]},"defaultName":"Load_ week 1.${format}"`;
      assert.ok(prompts.seen[0]?.includes(asked), prompts.seen[0]);
      assert.deepEqual(prompts.notices, [`The image was saved to ${file}.`]);
    }
  });
});

describe('A page that is polled', () => {
  /** The events of a panel and of the attention of the user, told by the test. */
  class Seen {
    visible = true;
    readonly #listeners = new Map<string, () => void>();
    readonly #on = (event: string) => (listener: () => void) => {
      this.#listeners.set(event, listener);
      return { dispose: () => void this.#listeners.delete(event) };
    };
    readonly onDidChangeVisibility = this.#on('visibility');
    readonly onDidDispose = this.#on('dispose');
    readonly onDidChangeAway = this.#on('away');

    fire(event: string): void {
      this.#listeners.get(event)?.();
    }

    listensTo(event: string): boolean {
      return this.#listeners.has(event);
    }
  }

  it('is polled while it is visible and wanted, and not after it is closed', async () => {
    const panel = new Seen();
    const scheduler = new PollScheduler({ interval: () => 3_600_000, random: () => 0.5 });
    let [polls, changes, wanted] = [0, 0, true];
    let signal: AbortSignal | undefined;
    const deps = {
      polling: {
        schedulerOf: () => scheduler,
        canSee: ({ visible }: { visible: boolean }) => visible,
        onDidChangeAway: panel.onDidChangeAway,
      } as unknown as Polling,
      connection: { name: 'A' } as Connection,
      polled: {
        poll: (input: AbortSignal) => {
          polls += 1;
          signal = input;
          return new Promise<never>(() => undefined);
        },
      },
      changed: () => void (changes += 1),
    };
    const shown = panel as unknown as ConstructorParameters<typeof SeenPolling>[0];
    const polling = new SeenPolling(shown, { ...deps, wanted: () => wanted });
    assert.deepEqual([polling.seen, changes], [true, 0]);
    polling.update();
    await eventually(() => polls === 1);
    panel.visible = false;
    panel.fire('visibility');
    assert.deepEqual([polling.seen, signal?.aborted, changes], [false, true, 1]);
    panel.visible = true;
    panel.fire('away');
    await eventually(() => polls === 2);
    assert.equal(changes, 2);
    wanted = false;
    polling.update();
    assert.equal(signal?.aborted, true);
    polling.askNow();
    await eventually(() => polls === 3);
    panel.fire('dispose');
    assert.deepEqual([signal.aborted, panel.listensTo('away')], [true, false]);
    new SeenPolling(shown, deps).update();
    await eventually(() => polls === 4);
    scheduler.dispose();
  });
});
