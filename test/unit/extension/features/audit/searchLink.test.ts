import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  parseSearchLink,
  searchLink,
  confirmLink,
} from '../../../../../src/extension/features/audit/searchLink';
import type { AuditSearch } from '../../../../../src/core/pages/auditLogMessages';
import { forEachFilter } from '../../../../../src/core/interface/auditFilters';
import type { LinkedSearch } from '../../../../../src/extension/features/audit/searchLink';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { lab } from '../../../../support/labConnection';

const search: AuditSearch = {
  ...forEachFilter(() => []),
  keywords: ['a&b=c', '100 %', '로그인 + x'],
  categories: ['Table'],
  companyGuids: ['11111111-2222-3333-4444-555555555555'],
  results: ['실패'],
  users: ['kim.minji'],
  range: 'custom',
  from: '2026-01-01 00:00:00+0900',
  to: null,
  locale: 'ko',
};

/** What VS Code hands over: the query, decoded once. */
function received(link: string): string {
  return decodeURIComponent(link.slice(link.indexOf('?') + 1));
}

describe('A link to a search', () => {
  it('brings any keyword back as it was', () => {
    const word = fc.string({ minLength: 1, maxLength: 60 }).filter((text) => !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (keywords) => {
        const linked = { connection: 'Test', search: { ...search, keywords } };
        assert.deepEqual(parseSearchLink(received(searchLink('vscode', linked))), linked);
      }),
    );
  });

  it('has times only when its range is custom', () => {
    const times = { from: '2026-01-01 00:00:00+0000', to: '2026-01-02 00:00:00+0000' };
    const linked = { connection: 'T', search: { ...search, ...times, range: '1h' as const } };
    assert.doesNotMatch(searchLink('vscode', linked), /from=|to=/);
  });

  for (const [what, query] of [
    ['names a parameter that is not known', 'connection=Test&range=all&run=1'],
    ['reaches for what every object has', 'connection=Test&range=all&constructor=x'],
    ['names no connection', 'range=all&keyword=x'],
    ['names two connections', 'connection=Test&connection=Other&range=all'],
    ['holds a time that is none', 'connection=Test&range=custom&from=yesterday'],
    ['holds a company that is no GUID', 'connection=Test&range=all&company=%27%3B--'],
    ['hides control characters', 'connection=Test&range=all&keyword=a%0Ab'],
    ['cannot be decoded', 'connection=Test&range=all&keyword=%E0%A4%A'],
    ['asks for a range that there is not', 'connection=Test&range=100y'],
    ['asks for a language that there is not', 'connection=Test&range=all&locale=xx'],
    ['is endless', `connection=Test&range=all&keyword=${'x'.repeat(9000)}`],
    ['holds more values than anybody would ask for', `connection=T&range=all${'&user=a'.repeat(99)}`],
    ['holds a value that is empty', 'connection=Test&range=all&keyword='],
    ['holds a value that is too long', `connection=Test&range=all&keyword=${'x'.repeat(501)}`],
    ['is empty', ''],
  ] as const) {
    it(`is rejected when it ${what}`, () => {
      assert.equal(parseSearchLink(query), undefined);
    });
  }
});

describe('Opening a link to a search', () => {
  it('searches only after the user has read the search and agreed', async () => {
    const { opened, prompts } = await follow('connection=Lab&keyword=ann&range=7d', [{ confirm: 'Search' }]);

    const [linked, ...others] = opened;
    assert.deepEqual([linked?.search.keywords, linked?.search.range, others], [['ann'], '7d', []]);
    const read = prompts.seen.join('\n');
    assert.match(read, /audit log of Lab/);
    assert.match(read, /Keywords: ann/);
    assert.match(read, /Last 7 days/);
  });

  it('searches nothing when the question is dismissed', async () => {
    const { opened, failure } = await follow('connection=Lab&keyword=ann', ['cancel']);

    assert.deepEqual(opened, []);
    assert.equal(failure, 'CanceledError');
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

async function follow(query: string, responses: readonly PromptResponse[] = [], path = '/audit') {
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
