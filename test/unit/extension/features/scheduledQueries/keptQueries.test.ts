import assert from 'node:assert/strict';
import { KeptQueries, maxKept } from '../../../../../src/extension/features/scheduledQueries/keptQueries';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';
import { JsonMemory } from '../../../../support/jsonMemory';
import { lab } from '../../../../support/labConnection';

const elsewhere = { ...lab, baseUrl: 'https://other.example' };

function names(kept: KeptQueries, connection = lab): readonly string[] {
  return kept.of(connection).map(({ base }) => base.name);
}

/** As many digits as a 64-bit integer has, which JSON cannot carry. */
const recordOf = (guid: string, query = 'table a'): ReturnType<typeof scheduledQueryRecord> =>
  scheduledQueryRecord({ guid, name: guid, query, elapsedTime: 2n ** 60n, precedingGuid: 'first' });

describe('Kept scheduled queries', () => {
  it('are returned when another one cannot be read', async () => {
    const memory = new JsonMemory();
    const kept = new KeptQueries(memory, 'k');
    keep(kept, 'a', 'b');
    await memory.update('k', [{ of: 'a newer version' }, ...(memory.get('k') as readonly unknown[])]);
    assert.deepEqual(names(kept), ['a', 'b']);
    keep(kept, 'c');
    assert.deepEqual(names(kept), ['c', 'a', 'b']);
  });

  const keep = (kept: KeptQueries, ...guids: readonly string[]): void =>
    kept.keep(
      lab,
      guids.map((guid) => ({ guid, base: recordOf(guid) })),
    );

  it('are available in the next window with their whole definition, on their platform', () => {
    const memory = new JsonMemory();
    const changed = { ...recordOf('A'), name: 'B', description: undefined };
    new KeptQueries(memory, 'k').keep(lab, [{ guid: 'A', base: recordOf('A'), fields: changed }]);

    const next = new KeptQueries(memory, 'k');
    const [query] = next.of({ ...lab, baseUrl: `${lab.baseUrl}/`, name: 'Renamed' });
    const { guid, base, fields } = query ?? {};
    assert.deepEqual([guid, base?.query, base?.precedingGuid, fields?.name], ['A', 'table a', 'first', 'B']);
    assert.deepEqual(names(next, elsewhere), []);
    next.forget(elsewhere, 'A');
    assert.deepEqual(names(next), ['A']);
    next.forget(lab, 'A');
    assert.deepEqual(names(new KeptQueries(memory, 'k')), []);
  });

  it('are the newest ones that fit', () => {
    const kept = new KeptQueries(new JsonMemory(), 'k');
    keep(kept, ...Array.from({ length: maxKept }, (_, index) => `n${index}`));
    keep(kept, 'n1', 'new');
    assert.deepEqual(
      [names(kept).length, names(kept).slice(0, 3), names(kept).at(-1)],
      [maxKept, ['n1', 'new', 'n0'], `n${maxKept - 2}`],
    );
    kept.keep(lab, [{ guid: 'large', base: recordOf('large', 'x'.repeat(1_999_000)) }]);
    assert.deepEqual(names(kept), ['large', 'n1', 'new']);
  });

  it('run after the query that replaces their predecessor', () => {
    const kept = new KeptQueries(new JsonMemory(), 'k');
    keep(kept, 'first', 'second');
    kept.replace(lab, { guid: 'first', record: recordOf('new') });
    const links = kept.of(lab).map(({ guid, base }) => [guid, base.precedingGuid]);
    assert.deepEqual(links, [['second', 'new']]);
  });
});
