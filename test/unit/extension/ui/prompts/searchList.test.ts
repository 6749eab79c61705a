import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { QuickPickItem } from 'vscode';
import type { SearchResult } from '../../../../../src/extension/ui/prompts/prompts';
import { SearchList } from '../../../../../src/extension/ui/prompts/searchList';

interface Search {
  readonly keywords: string | undefined;
  readonly signal: AbortSignal;
  readonly response: (...labels: readonly string[]) => Promise<void>;
  readonly fail: (error: Error) => Promise<void>;
}

class Shown {
  value = '';
  title = '';
  placeholder = '';
  busy = false;
  items: readonly QuickPickItem[] = [];
  selectedItems: readonly QuickPickItem[] = [];

  get labels(): readonly string[] {
    return this.items.map(({ label }) => label);
  }
}

describe('A list that is searched while the user types', () => {
  let pick: Shown;
  let searches: Search[];
  let list: SearchList<string, QuickPickItem>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    pick = new Shown();
    searches = [];
    const find = async (keywords: string | undefined, signal: AbortSignal): Promise<SearchResult<string>> =>
      new Promise((resolve, reject) => {
        searches.push({
          keywords,
          signal,
          response: async (...labels) => {
            resolve({ total: 9, choices: labels.map((label) => ({ label, value: label })) });
            await turn();
          },
          fail: async (error) => {
            reject(error);
            await turn();
          },
        });
      });
    list = new SearchList(pick, { title: 'Open [Table](x)', find }, ({ label }) => ({ label }));
    list.start();
  });

  afterEach(() => {
    list.stop();
    mock.timers.reset();
  });

  function type(text: string): void {
    pick.value = text;
    list.restart();
  }

  function typeAndPause(text: string): void {
    type(text);
    mock.timers.tick(250);
  }

  /** The newest search, which there are this many of. */
  function search(count: number): Search {
    const newest = searches.at(-1);
    assert.equal(searches.length, count);
    assert.ok(newest);
    return newest;
  }

  it('starts with everything, and searches once for a text when the user pauses', async () => {
    assert.equal(search(1).keywords, undefined);
    assert.equal(pick.busy, true);
    await search(1).response('a', 'b');
    assert.deepEqual(
      [pick.labels, pick.busy, pick.placeholder],
      [['a', 'b'], false, '2 of 9 shown. Type to search.'],
    );
    assert.ok(pick.items.every(({ alwaysShow }) => alwaysShow));

    type('x');
    mock.timers.tick(249);
    type(' xy ');
    mock.timers.tick(249);
    assert.equal(search(1).signal.aborted, true);
    mock.timers.tick(1);
    assert.equal(search(2).keywords, 'xy');
  });

  it('ignores the items and the failure of an outdated search', async () => {
    const first = search(1);
    typeAndPause('x');
    const second = search(2);
    await first.response('late');
    assert.deepEqual([pick.labels, pick.busy], [[], true]);
    typeAndPause('xy');
    await search(3).response('wanted');
    await second.fail(new Error('late'));
    assert.deepEqual([pick.labels, pick.busy], [['wanted'], false]);
    assert.doesNotMatch(pick.title, /late/);
  });

  it('shows why a search failed, until the next one succeeds', async () => {
    await search(1).response('old');
    const title = pick.title;
    assert.equal(title.includes('](x)'), false);
    typeAndPause('x');
    await search(2).fail(new Error('too slow'));
    assert.deepEqual([pick.labels, pick.busy], [[], false]);
    assert.match(pick.title, /too slow/);
    typeAndPause('y');
    await search(3).response('new');
    assert.equal(pick.title, title);
  });

  it('keeps checked items, first and once', async () => {
    await search(1).response('a', 'b', 'c');
    pick.selectedItems = pick.items.filter(({ label }) => label !== 'c');
    typeAndPause('x');
    await search(2).response('b', 'd');
    assert.deepEqual(pick.labels, ['a', 'b', 'd']);
    assert.deepEqual(
      pick.selectedItems.map((item) => [item.label, pick.items.includes(item)]),
      [
        ['a', true],
        ['b', true],
      ],
    );
  });
});
