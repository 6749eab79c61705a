import assert from 'node:assert/strict';
import { hideRevealed, revealedConditions } from '../../../src/core/assistant/revealedQuery';
import { Masker } from '../../../src/core/privacy/masker';

describe('Names that stand for values', () => {
  function masker(...values: readonly string[]): Masker {
    const made = new Masker();
    for (const value of values) made.name('user', value);
    return made;
  }

  it('are replaced in the strings of conditions, and rejected elsewhere', () => {
    const known = masker('kim');
    for (const [query, expected] of [
      ['table a | search user == "user1-masked"', 'table a | search user == "kim"'],
      ['fulltext not "user1-masked" from a', 'fulltext not "kim" from a'],
      [
        'fulltext "user1-masked" and "b" or ("c" and "user1-masked") from a',
        'fulltext "kim" and "b" or ("c" and "kim") from a',
      ],
    ] as const)
      assert.equal(revealedConditions(query, known), expected);
    for (const query of [
      'table a | eval u = "user1-masked"',
      'table user1-masked',
      'table a | search user1-masked == 1',
      'table a | search b == 1 or user1-masked == 1 or c == 1',
      'table a | search b == "user1-masked" | eval u = "user1-masked"',
      'table a | eval u = "user1-masked" | search b == "c"',
      'table a | search user1-masked == "c"',
      'table a | search "c" == user1-masked',
      'table a | search b == "user1-masked',
    ])
      assert.throws(
        () => revealedConditions(query, known),
        /^ToolRejection: user1-masked can be used only in/,
      );
  });

  it('replace their values in an error message, the longest value first', () => {
    const known = masker('kim', 'kim.lee', 'ab');
    const input = { query: 'user1-masked user2-masked user3-masked' };
    assert.equal(hideRevealed('kim.lee, kim and ab', input, known), 'user2-masked, user1-masked and ab');
  });
});
