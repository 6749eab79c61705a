import assert from 'node:assert/strict';
import { fairShare, Slots } from '../../../src/shared/slots';
import type { Slot } from '../../../src/shared/slots';
import { settledNow } from '../../support/settledNow';

const never = new AbortController().signal;

/** Takes a slot and notes when it is there. */
function taking(slots: Slots, name: string, order: string[], signal = never): Promise<Slot> {
  const slot = slots.take(signal, name);
  slot.then(
    () => order.push(name),
    () => undefined,
  );
  return slot;
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('Slots', () => {
  it('go to those that wait in their order, one for each that is released', async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    const first = await settledNow(taking(slots, 'first', order));
    const second = taking(slots, 'second', order);
    void taking(slots, 'third', order);

    first[Symbol.dispose]();
    first[Symbol.dispose]();
    await settled();
    assert.deepEqual(order, ['first', 'second']);

    (await settledNow(second))[Symbol.dispose]();
    await settled();
    assert.deepEqual(order, ['first', 'second', 'third']);
  });

  it('skip only those that cancel', async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    const first = await settledNow(taking(slots, 'first', order));
    const second = taking(slots, 'second', order);
    const giveUp = new AbortController();
    const third = taking(slots, 'third', order, giveUp.signal);

    giveUp.abort(new Error('enough'));
    await assert.rejects(settledNow(third), /enough/);
    first[Symbol.dispose]();
    await settled();
    assert.deepEqual(order, ['first', 'second']);
    (await settledNow(second))[Symbol.dispose]();
    await settledNow(taking(slots, 'fourth', order));
    assert.deepEqual(order, ['first', 'second', 'fourth']);
  });

  it('keep one for an account that has none, however many another has taken', async () => {
    const slots = new Slots(4, fairShare);
    const order: string[] = [];
    for (let count = 0; count < 6; count++) void taking(slots, 'greedy', order);
    await settled();
    assert.deepEqual(order, ['greedy', 'greedy']);
    await settledNow(taking(slots, 'modest', order));
    assert.deepEqual(order, ['greedy', 'greedy', 'modest']);
  });

  it('are released once if the work that rests fails, or is canceled before it continues', async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    const cancel = new AbortController();
    const first = await settledNow(taking(slots, 'first', order, cancel.signal));
    await assert.rejects(settledNow(first.rest(() => Promise.reject(new Error('no')))), /no/);
    first[Symbol.dispose]();
    const second = await settledNow(taking(slots, 'second', order, cancel.signal));
    const third = taking(slots, 'third', order);
    const resting = second.rest(async () => {
      await third;
    });
    await settledNow(third);
    void taking(slots, 'fourth', order);
    cancel.abort(new Error('enough'));
    await assert.rejects(settledNow(resting), /enough/);
    second[Symbol.dispose]();
    await settled();
    assert.deepEqual(order, ['first', 'second', 'third']);
  });

  it('are free for others while the work rests, and are taken again before it continues', async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    const first = await settledNow(taking(slots, 'first', order));
    const second = taking(slots, 'second', order);
    const resting = first.rest(async () => {
      await second;
      order.push('rested');
    });
    await settled();
    assert.deepEqual(order, ['first', 'second', 'rested']);
    (await settledNow(second))[Symbol.dispose]();
    await settledNow(resting);
    const third = taking(slots, 'third', order);
    await settled();
    assert.deepEqual(order, ['first', 'second', 'rested']);
    first[Symbol.dispose]();
    await settledNow(third);
  });
});
