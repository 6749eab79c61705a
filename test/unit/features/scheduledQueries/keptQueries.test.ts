import assert from 'node:assert/strict';
import { KeptQueries, maxKept } from '../../../../src/features/scheduledQueries/keptQueries';
import type { Connection } from '../../../../src/ui/connections/connection';
import { scheduledQueryRecord } from '../../../support/scheduledQueryRecord';

const plant = connectionAt('https://plant.example');

function connectionAt(baseUrl: string, name = 'Plant'): Connection {
  return { name, baseUrl, product: 'core', environment: 'production', readOnly: false };
}

/** What a window writes and the next one reads, which is JSON. */
class Memory {
  readonly #kept = new Map<string, string>();

  get(key: string): unknown {
    const text = this.#kept.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#kept.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}

function names(kept: KeptQueries, connection = plant): readonly string[] {
  return kept.of(connection).map(({ base }) => base.name);
}

/** As many digits as a 64-bit integer has, which JSON cannot carry. */
const recordOf = (guid: string, query = 'table a'): ReturnType<typeof scheduledQueryRecord> =>
  scheduledQueryRecord({ guid, name: guid, query, elapsedTime: 2n ** 60n, precedingGuid: 'first' });

describe('Kept scheduled queries', () => {
  it('are kept beside one that cannot be read', async () => {
    const memory = new Memory();
    const kept = new KeptQueries(memory, 'k');
    keep(kept, 'a', 'b');
    await memory.update('k', [{ of: 'a newer version' }, ...(memory.get('k') as readonly unknown[])]);
    assert.deepEqual(names(kept), ['a', 'b']);
    keep(kept, 'c');
    assert.deepEqual(names(kept), ['c', 'a', 'b']);
  });

  const keep = (kept: KeptQueries, ...guids: readonly string[]): void =>
    kept.keep(
      plant,
      guids.map((guid) => ({ guid, base: recordOf(guid) })),
    );

  it('are available in the next window with their whole definition, on their platform', () => {
    const memory = new Memory();
    const changed = { ...recordOf('A'), name: 'B', description: undefined };
    new KeptQueries(memory, 'k').keep(plant, [{ guid: 'A', base: recordOf('A'), fields: changed }]);

    const next = new KeptQueries(memory, 'k');
    const [query] = next.of(connectionAt('https://plant.example/', 'Renamed'));
    const { guid, base, fields } = query ?? {};
    assert.deepEqual([guid, base?.query, base?.precedingGuid, fields?.name], ['A', 'table a', 'first', 'B']);
    assert.deepEqual(names(next, connectionAt('https://other.example')), []);
    next.forget(connectionAt('https://other.example'), 'A');
    assert.deepEqual(names(next), ['A']);
    next.forget(plant, 'A');
    assert.deepEqual(names(new KeptQueries(memory, 'k')), []);
  });

  it('are the newest ones that fit', () => {
    const kept = new KeptQueries(new Memory(), 'k');
    keep(kept, ...Array.from({ length: maxKept }, (_, index) => `n${index}`));
    keep(kept, 'n1', 'new');
    assert.deepEqual(
      [names(kept).length, names(kept).slice(0, 3), names(kept).at(-1)],
      [maxKept, ['n1', 'new', 'n0'], `n${maxKept - 2}`],
    );
    kept.keep(plant, [{ guid: 'large', base: recordOf('large', 'x'.repeat(1_999_000)) }]);
    assert.deepEqual(names(kept), ['large', 'n1', 'new']);
  });

  it('run after the query that replaces their predecessor', () => {
    const kept = new KeptQueries(new Memory(), 'k');
    keep(kept, 'first', 'second');
    kept.replace(plant, { guid: 'first', record: recordOf('new') });
    assert.deepEqual(
      kept.of(plant).map(({ guid, base }) => [guid, base.precedingGuid]),
      [['second', 'new']],
    );
  });
});
