import assert from 'node:assert/strict';
import { machineZone, offsetAt, setZone } from '../../../../src/ui/format/clock';
import { PersonZone } from '../../../../src/ui/panels/personZone';

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
    const zone = new PersonZone(memory, true);
    zone.tell(machineZone());
    assert.deepEqual(writes, []);
    zone.tell(there);
    zone.tell(other);
    assert.equal(offsetAt(timestamp), 825);
    zone.tell(machineZone());
    assert.deepEqual([offsetAt(timestamp), writes.slice(-1)], [own, [machineZone()]]);
  });

  it('is known in the next window, unless it is no zone or the extension runs on the machine', () => {
    stored = there;
    new PersonZone(memory, true).tell(there);
    assert.deepEqual([offsetAt(timestamp), writes], [345, []]);
    setZone(undefined);
    new PersonZone(memory, false).tell(there);
    for (stored of ['Nowhere/Atlantis', 5]) new PersonZone(memory, true).tell('Nowhere/Atlantis');
    assert.deepEqual([offsetAt(timestamp), writes], [own, []]);
  });
});
