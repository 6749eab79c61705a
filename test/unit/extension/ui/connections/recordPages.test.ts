import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Page } from '../../../../../src/core/interface/listPage';
import { RecordPages } from '../../../../../src/extension/ui/connections/recordPages';
import type { Reading, VisibleRecords } from '../../../../../src/extension/ui/connections/recordPages';

interface Record {
  readonly guid: string;
  readonly state: number;
}

const { signal } = new AbortController();
const second = 1000;
const minute = 60 * second;

/** A platform with a list that the test changes, and a clock that the test moves. */
class TestedList {
  now = 1_000_000;
  records: Record[];
  /** When each request was made, and of what. */
  readonly requests: { readonly at: number; readonly offset: number; readonly limit: number }[] = [];
  readonly told: Reading<Record>[] = [];
  malformed = 0;
  maxPage = Infinity;
  ignoresOffset = false;
  /** What the platform returns instead of the number of records. */
  total: number | undefined;
  during: () => void = () => undefined;
  readonly pages: RecordPages<Record, Record>;

  constructor(count: number) {
    this.records = Array.from({ length: count }, (_, index) => ({ guid: `g${index}`, state: 0 }));
    this.pages = new RecordPages<Record, Record>({
      request: async ({ offset = 0, limit = Infinity, keywords }) => {
        this.requests.push({ at: this.now, offset, limit });
        const page = this.#page(offset, Math.min(limit, this.maxPage), keywords);
        this.during();
        return Promise.resolve(page);
      },
      keep: (item, before) => (before?.state === item.state ? before : { ...item }),
      onDidRead: (reading) => this.told.push(reading),
      now: () => this.now,
    });
  }

  /** Polls every second for so long, as an idle window does. */
  async idle(
    milliseconds: number,
    seen: readonly VisibleRecords[],
    each = (): void => undefined,
  ): Promise<void> {
    for (const end = this.now + milliseconds; this.now < end; this.now += second) {
      await this.pages.readNext(seen, signal);
      each();
    }
  }

  known(): readonly string[] {
    return this.pages
      .all()
      .map(({ guid, state }) => `${guid} ${state}`)
      .toSorted();
  }

  expected(): readonly string[] {
    return this.records.map(({ guid, state }) => `${guid} ${state}`).toSorted();
  }

  #page(offset: number, limit: number, keywords: string | undefined): Page<Record> {
    const matching = this.records.filter(({ guid }) => guid.includes(keywords ?? ''));
    const start = this.ignoresOffset ? 0 : offset;
    const slice = matching.slice(start, start + limit);
    const malformed = slice.slice(0, this.malformed).map((record) => ({ field: 'name', record }));
    return { total: this.total ?? matching.length, items: slice.slice(this.malformed), malformed };
  }
}

describe('The records of a platform in an idle window', () => {
  it('are read after the clock was set back', async () => {
    const list = new TestedList(400);
    const seen = [{ rows: 200, guids: ['g0'] }];
    await list.idle(2 * minute, seen);
    list.now -= 10 * minute;
    list.records = list.records.map((record) => ({ ...record, state: 1 }));
    await list.idle(minute, seen);
    assert.deepEqual(list.known(), list.expected());
    assert.ok((list.pages.oldest ?? Infinity) <= list.now);
  });

  it('of 10,000 are read with six requests a minute, each of 200', async () => {
    const list = new TestedList(10_000);
    await list.pages.fill(signal);
    list.requests.length = 0;
    await list.idle(10 * minute, [{ rows: 200, guids: ['g7000'] }]);
    for (let from = list.now - 10 * minute; from < list.now - minute; from += second) {
      const within = list.requests.filter(({ at }) => at >= from && at < from + minute);
      assert.ok(within.length <= 6, `${within.length} requests within a minute`);
    }
    assert.ok(list.requests.every(({ limit }) => limit === 200));
  });

  it('are at most 60 seconds old when they are seen, and all others are read in rotation', async () => {
    const list = new TestedList(10_000);
    await list.pages.fill(signal);
    const start = list.now;
    const lastRead = new Map(Array.from({ length: 50 }, (_, page) => [page * 200, start] as const));
    list.requests.length = 0;
    await list.idle(30 * minute, [{ rows: 400, guids: ['g7000'] }], () => {
      for (const { at, offset } of list.requests) lastRead.set(offset, at);
      for (const offset of [0, 200, 7000]) assert.ok(list.now - (lastRead.get(offset) ?? 0) <= minute);
    });
    assert.deepEqual(
      [...lastRead].filter(([, at]) => at <= start),
      [],
    );
  });

  it('that match keywords are read once a minute when they are seen', async () => {
    const list = new TestedList(1000);
    await list.pages.fill(signal);
    list.told.length = 0;
    await list.idle(5 * minute, [{ keywords: 'g99' }]);
    const filtered = list.told.filter(({ keywords }) => keywords === 'g99');
    assert.ok(filtered.length >= 5 && filtered.length <= 7, String(filtered.length));
    assert.equal(filtered[0]?.page.items.length, 11);
    assert.deepEqual(list.known(), list.expected());
  });
});

describe('The kept records of a platform', () => {
  it('are those of the platform after all pages were read again, whatever changed there meanwhile', async () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant('insert' as const), at: fc.nat(999) }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(999) }),
      fc.record({ kind: fc.constant('change' as const), at: fc.nat(999) }),
      fc.record({ kind: fc.constant('move' as const), at: fc.nat(999) }),
      fc.record({ kind: fc.constant('wait' as const), at: fc.nat(90) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(900), fc.array(change, { maxLength: 40 }), async (count, changes) => {
        const list = new TestedList(count);
        let made = 0;
        for (const { kind, at } of changes) {
          const index = at % Math.max(1, list.records.length);
          const [record] = kind === 'wait' ? [] : list.records.slice(index, index + 1);
          if (kind === 'wait') await list.idle(at * second, [{ rows: 200 }]);
          else if (kind === 'insert') list.records.splice(index, 0, { guid: `new${made++}`, state: 0 });
          else if (kind === 'change' && record) list.records[index] = { ...record, state: record.state + 1 };
          else list.records.splice(index, 1);
          if (kind === 'move' && record) list.records.push(record);
        }
        await list.idle(5 * minute, [{ rows: 200 }]);
        assert.deepEqual(list.known(), list.expected());
        assert.equal(list.pages.total, list.records.length);
        const removed = list.told.flatMap((reading) => reading.removed);
        assert.ok(removed.every((guid) => !list.records.some((record) => record.guid === guid)));
      }),
      { seed: 36, numRuns: 60 },
    );
  });

  it('include what this window changed, and no response to an earlier request overwrites it', async () => {
    const list = new TestedList(3);
    await list.pages.fill(signal);
    list.during = () => {
      list.pages.edit([{ guid: 'g0', state: 7 }], ['g1']);
      list.records = [
        { guid: 'g0', state: 7 },
        { guid: 'g2', state: 0 },
      ];
      list.during = () => undefined;
    };
    await list.pages.read({ offset: 0, limit: 200 }, signal);
    assert.deepEqual(list.known(), ['g0 7', 'g2 0']);
    await list.pages.read({ offset: 0, limit: 200 }, signal);
    assert.deepEqual(list.known(), list.expected());
  });

  it('are all read from a platform that returns fewer than requested, or malformed ones', async () => {
    const list = new TestedList(450);
    list.maxPage = 100;
    list.malformed = 1;
    await list.pages.fill(signal);
    assert.ok(list.requests.length <= 6, String(list.requests.length));
    assert.equal(list.pages.all().length, 445);
    assert.equal(list.pages.oldest, list.now);
  });

  it('are read a limited number of times when the platform ignores the offset or returns a wrong total', async () => {
    const list = new TestedList(450);
    list.ignoresOffset = true;
    await list.pages.fill(signal);
    assert.ok(list.requests.length <= 10, String(list.requests.length));
    const few = new TestedList(150);
    few.total = 1000;
    await few.pages.fill(signal);
    assert.ok(few.requests.length <= 15, String(few.requests.length));
    assert.deepEqual(few.known(), few.expected());
  });
});
