import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { printString } from '../../src/core/language/printExpression';
import { prepareQuery } from '../../src/core/notebook/prepareQuery';
import { conditionOf } from '../../src/core/results/searchForValue';
import { queryClient } from '../support/queryClient';
import { suiteApp } from '../support/startApp';

const properties = { from: undefined, to: undefined, parameters: new Map<string, string>() };

/** Values that mean something to a query language, a shell, a pattern or an address. */
const hostile = [
  ...[
    '*',
    '**',
    'a*',
    '*a',
    'a*b',
    '\\*',
    '"',
    '\\',
    '\\"',
    '"*',
    "'",
    '[',
    ']',
    '[a|b]',
    '|',
    '# x [',
    '\n',
  ],
  ...['a\nb', '\r', '\t', '$("x")', '$(whoami)', '") or true or in(user, "', 'a or b', 'null', 'true', ''],
  ...[
    '%',
    '_',
    '?',
    '.*',
    '0.0.0.0/0',
    '10.0.0.0/8',
    '::/0',
    '10.0.0.5',
    '7',
    '-0',
    '한글*',
    '\u202E*',
    '🦊*',
  ],
];

const value = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ unit: fc.constantFrom('*', '"', '\\', '[', ']', '\n', '$', '(', ')', 'a', ' ', '|', '/') }),
  fc.string({ unit: 'grapheme' }),
);

describe('The values of another cell', () => {
  const app = suiteApp();

  /** The numbers of the rows that a condition finds among users. */
  async function found(users: readonly string[], condition: string, computed = ''): Promise<unknown[]> {
    const rows = JSON.stringify(users.map((user, n) => ({ user, n })));
    const text = `json ${printString(rows)}${computed} | search ${condition} | sort n | fields n`;
    return (await queryClient(app).rows(text)).map(({ n }) => n);
  }

  function prepared(condition: string, suspects: readonly (string | null)[]): string {
    const column = { name: 'user', type: 'text' } as const;
    const rows = suspects.map((suspect) => [suspect]);
    const result = { columns: [column], rows, total: rows.length, failure: null };
    return prepareQuery(`search ${condition}`, properties, () => result).slice('search '.length);
  }

  it('find the rows that have one of them, and no others, whatever they contain', async () => {
    const lists = fc.array(value, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(lists, lists, async (suspects, others) => {
        const users = [...hostile, ...others, ...suspects];
        const numbers = (isFound: boolean): number[] =>
          users.flatMap((user, n) => (suspects.includes(user) === isFound ? [n] : []));
        const condition = 'in(user, $("suspects.user"))';
        assert.deepEqual(await found(users, prepared(condition, suspects)), numbers(true));
        assert.deepEqual(await found(users, prepared(`not(${condition})`, suspects)), numbers(false));
      }),
      { seed: 54, numRuns: 15 },
    );
  });

  it('leave the other candidates and what is next to them as they are', async () => {
    const users = ['*', 'alice', 'bob', 'web-1'];
    const suspects = ['*', 'bob'];
    const numbers = async (condition: string): Promise<unknown[]> =>
      found(users, prepared(condition, suspects));
    assert.deepEqual(await numbers('in(user, "web*", $("suspects.user"))'), [0, 2, 3]);
    assert.deepEqual(await numbers('in(user, $("suspects.user")) and n > 0'), [2]);
    assert.deepEqual(await numbers('n > 2 or in(lower(user), $("suspects.user"))'), [0, 2, 3]);
    assert.deepEqual(
      await numbers('in(in(user, $("suspects.user")), true) or in(user == "x" or n == 1, true)'),
      [0, 1, 2],
    );
  });

  it('are not networks when they are compared with addresses', async () => {
    const users = ['10.0.0.5', '192.168.0.1', '::1'];
    const ofAddress = async (suspect: string): Promise<unknown[]> =>
      found(users, prepared('in(address, $("suspects.user"))', [suspect]), ' | eval address = ip(user)');
    assert.deepEqual(await ofAddress('0.0.0.0/0'), []);
    assert.deepEqual(await ofAddress('::/0'), []);
    assert.deepEqual(await ofAddress('10.0.0.5'), [0]);
  });

  it('can be a thousand with asterisks', async () => {
    const suspects = Array.from({ length: 1000 }, (_, n) => `*${n}`);
    const text = `json "[{'user':'x7'},{'user':'*7'}]" | search ${prepared('in(user, $("suspects.user"))', suspects)}`;
    assert.equal((await queryClient(app).finish(text)).rows, 1);
  });

  it('are found again alone by Keep Only and Pivot, in every field', async () => {
    for (const [n, suspect] of hostile.entries())
      assert.deepEqual(await found(hostile, conditionOf('user', suspect, false) ?? ''), [n], suspect);
    const address = ' | eval address = ip(user)';
    assert.deepEqual(
      await found(['10.0.0.5'], conditionOf('address', '10.0.0.0/8', false) ?? '', address),
      [],
    );
  });
});
