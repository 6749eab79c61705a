import assert from 'node:assert/strict';
import { equalShare, fairShare, Slots } from '../../../../src/core/base/slots';
import type { Slot } from '../../../../src/core/base/slots';
import { settledNow } from '../../../support/settledNow';

const never = new AbortController().signal;

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('Slots', () => {
  let slots: Slots;
  let order: string[];
  beforeEach(() => {
    [slots, order] = [new Slots(1), []];
  });

  /** Takes a slot and notes when it is there. */
  function taking(name: string, signal = never): Promise<Slot> {
    const slot = slots.acquire(signal, name);
    slot.then(
      () => order.push(name),
      () => undefined,
    );
    return slot;
  }

  it('go to those that wait in their order, one for each that is released', async () => {
    const first = await settledNow(taking('first'));
    const second = taking('second');
    void taking('third');

    first[Symbol.dispose]();
    first[Symbol.dispose]();
    await settled();
    assert.deepEqual(order, ['first', 'second']);

    (await settledNow(second))[Symbol.dispose]();
    await settled();
    assert.deepEqual(order, ['first', 'second', 'third']);
  });

  it('are given to the next that waits when one before it gives up', async () => {
    const first = await settledNow(taking('first'));
    const second = taking('second');
    const giveUp = new AbortController();
    const third = taking('third', giveUp.signal);

    giveUp.abort(new Error('enough'));
    await assert.rejects(settledNow(third), /enough/);
    first[Symbol.dispose]();
    await settled();
    assert.deepEqual(order, ['first', 'second']);
    (await settledNow(second))[Symbol.dispose]();
    await settledNow(taking('fourth'));
    assert.deepEqual(order, ['first', 'second', 'fourth']);
  });

  it('keep one for an account that has none, however many another has taken', async () => {
    slots = new Slots(4, fairShare);
    for (let count = 0; count < 6; count++) void taking('greedy');
    await settled();
    assert.deepEqual(order, ['greedy', 'greedy']);
    await settledNow(taking('modest'));
    assert.deepEqual(order, ['greedy', 'greedy', 'modest']);
  });

  it('are released once when the waiting work fails, or is canceled before it continues', async () => {
    const cancel = new AbortController();
    const first = await settledNow(taking('first', cancel.signal));
    await assert.rejects(settledNow(first.rest(() => Promise.reject(new Error('no')))), /no/);
    first[Symbol.dispose]();
    const second = await settledNow(taking('second', cancel.signal));
    const third = taking('third');
    const resting = second.rest(async () => {
      await third;
    });
    await settledNow(third);
    void taking('fourth');
    cancel.abort(new Error('enough'));
    await assert.rejects(settledNow(resting), /enough/);
    second[Symbol.dispose]();
    await settled();
    assert.deepEqual(order, ['first', 'second', 'third']);
  });

  it('are free for others while the work waits, and are taken again before it continues', async () => {
    const first = await settledNow(taking('first'));
    const second = taking('second');
    const resting = first.rest(async () => {
      await second;
      order.push('rested');
    });
    await settled();
    assert.deepEqual(order, ['first', 'second', 'rested']);
    (await settledNow(second))[Symbol.dispose]();
    await settledNow(resting);
    const third = taking('third');
    await settled();
    assert.deepEqual(order, ['first', 'second', 'rested']);
    first[Symbol.dispose]();
    await settledNow(third);
  });

  it('with weights leave as much to others as one holder has, and one of any weight to who has none', async () => {
    slots = new Slots(100, equalShare);
    const half = await settledNow(slots.acquire(never, 'one', 50));
    const more = slots.acquire(never, 'one', 10);
    const large = await settledNow(slots.acquire(never, 'other', 80));
    assert.equal(slots.waitingOf('one'), 1);
    large.weigh(20);
    half.weigh(40);
    assert.equal(slots.waitingOf('one'), 1, '40 and 10 are more than 40 less 10');
    half.weigh(20);
    await settledNow(more);
    assert.deepEqual([slots.waitingOf('one'), slots.waitingOf('other')], [0, 0]);
  });

  it('have the weight of what their holder needs next once the work has ended', async () => {
    slots = new Slots(100, equalShare);
    const first = await settledNow(slots.acquire(never, 'one', 40));
    const second = await settledNow(slots.acquire(never, 'one', 10));
    const [rested, third] = [first.rest(settled, 45), slots.acquire(never, 'one', 30)];
    await settledNow(third);
    await settled();
    assert.equal(slots.waitingOf('one'), 1);
    (await third)[Symbol.dispose]();
    second[Symbol.dispose]();
    await settledNow(rested);
  });
});
