import assert from 'node:assert/strict';
import { firstSearch } from '../../../../../src/extension/features/audit/auditQuery';
import { SavedSearches } from '../../../../../src/extension/features/audit/savedSearches';
import type { AuditSearch } from '../../../../../src/core/pages/auditLogMessages';
import { JsonMemory } from '../../../../support/jsonMemory';

const searchFor = (keyword: string): AuditSearch => ({ ...firstSearch('en'), keywords: [keyword] });

describe('Saved searches', () => {
  const named = (saved: SavedSearches, connection = 'Lab'): readonly string[] =>
    saved.of(connection).map(({ name, search }) => `${name}: ${search.keywords.join()}`);

  it('are listed by name for their connection, and replaced by one of the same name', async () => {
    const memory = new JsonMemory();
    const saved = new SavedSearches(memory);
    await saved.save('Lab', 'b', searchFor('1'));
    await saved.save('Plant', 'b', searchFor('2'));
    await saved.save('Lab', 'b', searchFor('4'));
    await saved.save('Lab', 'a', searchFor('3'));

    const next = new SavedSearches(memory);
    assert.deepEqual([named(next), named(next, 'Plant')], [['a: 3', 'b: 4'], ['b: 2']]);
    await next.remove('Lab', 'b');
    assert.deepEqual([named(next), named(next, 'Plant')], [['a: 3'], ['b: 2']]);
  });

  it('are left out when they cannot be read, without the others', async () => {
    const memory = new JsonMemory();
    await memory.update('audit.savedSearches', {
      Lab: [
        { name: 'old', search: { text: 'x' } },
        { name: 'a', search: searchFor('1') },
      ],
    });
    assert.deepEqual(named(new SavedSearches(memory)), ['a: 1']);
    await memory.update('audit.savedSearches', ['something else']);
    const saved = new SavedSearches(memory);
    assert.deepEqual(named(saved), []);
    await saved.save('Lab', 'b', searchFor('2'));
    assert.deepEqual(named(saved), ['b: 2']);
  });

  it('notify every open panel of a change', async () => {
    const saved = new SavedSearches(new JsonMemory());
    const received: string[] = [];
    const first = saved.onDidChange(() => received.push(`first ${named(saved).length}`));
    saved.onDidChange(() => received.push('second'));
    await saved.save('Lab', 'a', searchFor('1'));
    first.dispose();
    await saved.remove('Lab', 'a');

    assert.deepEqual(received, ['first 1', 'second', 'second']);
  });
});
