import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { WindowMemory } from '../../../../src/extension/ui/memory';
import type { Memory } from '../../../../src/extension/ui/memory';

/** Stores when told, as VS Code does, which may replace all values by the stored ones before that. */
class Stored implements Memory {
  values: Record<string, unknown> = {};
  #waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];

  get(key: string): unknown {
    return this.values[key];
  }

  async update(key: string, value: unknown): Promise<void> {
    this.values[key] = value;
    await new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  store(): void {
    this.#waiting.shift()?.resolve();
  }

  reject(): void {
    this.#waiting.shift()?.reject(new Error('The disk is full.'));
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }
}

describe('Memory of a window', () => {
  it('returns what was written last, although VS Code returns older values until then', async () => {
    const stored = new Stored();
    const memory = new WindowMemory(stored);
    const written = memory.update('names', ['a']);
    stored.values = {};
    assert.deepEqual(memory.get('names'), ['a']);

    stored.values = { names: ['a'] };
    stored.store();
    await written;
    assert.deepEqual(memory.get('names'), ['a']);
  });

  it('returns the second of two writes while only the first is stored', async () => {
    const stored = new Stored();
    const memory = new WindowMemory(stored);
    const first = memory.update('names', ['a']);
    const second = memory.update('names', ['a', 'b']);
    stored.values = { names: ['a'] };
    stored.store();
    await first;
    assert.deepEqual(memory.get('names'), ['a', 'b']);

    stored.values = { names: ['a', 'b'] };
    stored.store();
    await second;
    assert.equal(stored.isWaiting, false, 'nothing was written twice');
  });

  it('writes again what VS Code has lost before it stored it', async () => {
    const stored = new Stored();
    const memory = new WindowMemory(stored);
    const written = memory.update('names', ['a']);
    stored.values = {};
    stored.store();
    await setImmediate();
    assert.deepEqual(stored.values, { names: ['a'] });
    stored.store();
    await written;
  });
});
