import assert from 'node:assert/strict';
import { confirmLink } from '../../src/extension/features/audit/searchLink';
import type { LinkedSearch } from '../../src/extension/features/audit/searchLink';
import { CanceledError } from '../../src/extension/ui/prompts/canceled';
import type { Connection } from '../../src/extension/ui/connections/connection';
import { ScriptedPrompts } from '../integration/support/scriptedPrompts';

const connection: Connection = {
  name: 'Seoul',
  baseUrl: 'https://logs.example.com',
  product: 'core',
  environment: 'production',
  readOnly: true,
};

/** What a user read, and whether a search was opened. */
interface Outcome {
  readonly read: readonly string[];
  readonly opened: readonly LinkedSearch[];
}

/** Follows a link as VS Code hands it over; the user says no, or yes. */
async function follow(path: string, query: string, agrees: boolean): Promise<Outcome> {
  const opened: LinkedSearch[] = [];
  const prompts = new ScriptedPrompts([agrees ? { confirm: 'Search' } : 'cancel']);
  const platforms = { find: (name: string) => (name === connection.name ? connection : undefined) };
  const linked = await confirmLink({ path, query }, prompts, platforms).catch((error: unknown) => {
    assert.ok(error instanceof CanceledError);
    return undefined;
  });
  if (linked) opened.push({ connection: linked.connection.name, search: linked.search });
  return { read: [...prompts.seen, ...prompts.notices], opened };
}

describe('A hostile link', () => {
  it('runs no search before the user agrees', async () => {
    const { read, opened } = await follow('/audit', 'connection=Seoul&range=all&keyword=x', false);

    assert.deepEqual(opened, []);
    assert.match(read.join('\n'), /Open this search in the audit log of Seoul\?/);
  });

  it('shows the user the whole search', async () => {
    const markup = '[free](command:workbench.action.quit) <img src=x>';
    const query = `connection=Seoul&range=all&keyword=${encodeURIComponent(markup)}`;
    const { read, opened } = await follow('/audit', query, true);

    assert.ok(read.join('\n').includes(markup), read.join('\n'));
    assert.deepEqual(
      opened.map(({ search }) => search.keywords),
      [[markup]],
    );
  });

  it('adds no text of its own to a message', async () => {
    const name = '[Add it](command:workbench.action.openGlobalKeybindings)';
    const { read } = await follow('/audit', `connection=${encodeURIComponent(name)}&range=all`, false);

    assert.match(read.join('\n'), /a connection that you do not have/);
    assert.doesNotMatch(read.join('\n'), /Add it/);
  });

  for (const [what, path, query] of [
    ['names a command', '/run', 'command=logbench.scheduledQuery.delete'],
    ['names a file', '/file', 'path=/etc/passwd'],
    ['climbs out of its path', '/audit/../connection', 'connection=Seoul&range=all'],
    ['brings an address along', '/audit', 'connection=Seoul&range=all&baseUrl=https://evil.example.com'],
    ['brings a key along', '/audit', 'connection=Seoul&range=all&apiKey=x'],
    ['names a connection of its own', '/audit', 'connection=https://evil.example.com&range=all'],
    ['reaches for what every object has', '/audit', 'connection=__proto__&range=all'],
  ] as const) {
    it(`runs nothing, even if the user agrees, when it ${what}`, async () => {
      const { opened, read } = await follow(path, query, true);

      assert.deepEqual(opened, []);
      assert.match(read.join(), /Logbench cannot open this link|that you do not have/);
    });
  }
});
