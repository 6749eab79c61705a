import assert from 'node:assert/strict';
import { confirmLink } from '../../../../src/features/audit/searchLink';
import type { LinkedSearch } from '../../../../src/features/audit/searchLink';
import type { Connection } from '../../../../src/ui/connections/connection';
import { ScriptedPrompts } from '../../../integration/support/scriptedPrompts';
import type { ResponseBody } from '../../../integration/support/scriptedPrompts';

const lab: Connection = {
  name: 'Lab',
  baseUrl: 'https://lab.example',
  product: 'core',
  environment: 'production',
  readOnly: true,
};

describe('Opening a link to a search', () => {
  it('searches only after the user has read the search and agreed', async () => {
    const { opened, prompts } = await follow('connection=Lab&keyword=ann&range=7d', [{ confirm: 'Search' }]);

    assert.deepEqual(
      opened.map(({ connection, search }) => [connection, search.keywords, search.range]),
      [['Lab', ['ann'], '7d']],
    );
    const read = prompts.seen.join('\n');
    assert.match(read, /audit log of Lab/);
    assert.match(read, /Keywords: ann/);
    assert.match(read, /Last 7 days/);
  });

  it('searches nothing when the question is dismissed', async () => {
    const { opened, failure } = await follow('connection=Lab&keyword=ann', ['cancel']);

    assert.deepEqual(opened, []);
    assert.equal(failure, 'Cancelled');
  });

  it('searches nothing for a connection that the user does not have', async () => {
    const { opened, prompts } = await follow('connection=Elsewhere&keyword=ann');

    assert.deepEqual(opened, []);
    assert.match(prompts.notices.join(), /that you do not have. Nothing was searched/);
  });

  for (const [what, query, path] of [
    ['another path', 'connection=Lab', '/run'],
    ['a parameter of its own', 'connection=Lab&command=logbench.scheduledQuery.delete', '/audit'],
  ] as const) {
    it(`rejects a link with ${what}`, async () => {
      const { opened, prompts } = await follow(query, [], path);

      assert.deepEqual(opened, []);
      assert.deepEqual(prompts.notices, ['Logbench cannot open this link.']);
    });
  }
});

interface Followed {
  readonly opened: readonly LinkedSearch[];
  readonly prompts: ScriptedPrompts;
  readonly failure: string | undefined;
}

async function follow(
  query: string,
  responses: readonly ResponseBody[] = [],
  path = '/audit',
): Promise<Followed> {
  const opened: LinkedSearch[] = [];
  const prompts = new ScriptedPrompts(responses);
  const platforms = { find: (name: string) => (name === lab.name ? lab : undefined) };
  const failure = await confirmLink({ path, query }, prompts, platforms).then(
    (linked) => void (linked && opened.push({ connection: linked.connection.name, search: linked.search })),
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
  prompts.assertFinished();
  return { opened, prompts, failure };
}
