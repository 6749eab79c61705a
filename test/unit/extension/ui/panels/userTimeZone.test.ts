import assert from 'node:assert/strict';
import { machineTimeZone } from '../../../../../src/core/time/zones';
import { offsetAt, setZone } from '../../../../../src/extension/ui/format/timeZones';
import { UserTimeZone } from '../../../../../src/extension/ui/panels/userTimeZone';

describe('The time zone of the user', () => {
  const timestamp = new Date('2026-01-05T10:00:00Z');
  const own = offsetAt(timestamp);
  /** Neither that of the machine nor UTC. */
  const [there, other] = ['Asia/Kathmandu', 'Pacific/Chatham'] as const;
  let stored: unknown;
  let writes: unknown[];
  const memory = {
    get: () => stored,
    update: async (_key: string, value: unknown) => {
      await Promise.resolve(writes.push(value));
      stored = value;
    },
  };

  beforeEach(() => {
    [stored, writes] = [undefined, []];
    setZone(undefined);
  });

  after(() => setZone(undefined));

  it('changes when the user opens a page elsewhere, also back to the zone of the machine', () => {
    const zone = new UserTimeZone(memory, true);
    zone.update(machineTimeZone());
    assert.deepEqual(writes, []);
    zone.update(there);
    zone.update(other);
    assert.equal(offsetAt(timestamp), 825);
    zone.update(machineTimeZone());
    assert.deepEqual([offsetAt(timestamp), writes.slice(-1)], [own, [machineTimeZone()]]);
  });

  it('is known in the next window, unless it is no zone or the extension runs on the machine', () => {
    stored = there;
    new UserTimeZone(memory, true).update(there);
    assert.deepEqual([offsetAt(timestamp), writes], [345, []]);
    setZone(undefined);
    new UserTimeZone(memory, false).update(there);
    for (stored of ['Nowhere/Atlantis', 5]) new UserTimeZone(memory, true).update('Nowhere/Atlantis');
    assert.deepEqual([offsetAt(timestamp), writes], [own, []]);
  });
});
