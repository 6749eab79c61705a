import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matchesWildcard } from '../../../src/shared/wildcard';

describe('A pattern with stars', () => {
  it('matches what a regular expression would', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (pattern, tried) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        assert.equal(matchesWildcard(pattern, tried), expression.test(tried), `${pattern} ${tried}`);
      }),
    );
  });

  it('finds each part once, after the one before it and before the end', () => {
    for (const pattern of ['ab*b', '*ab*b', 'a*b*b', '*ab*ab*', '*b*a*']) {
      assert.equal(matchesWildcard(pattern, 'ab'), false, pattern);
    }
    for (const pattern of ['a*b', '*a*b', 'a*b*', '*ab*', '*a*b*']) {
      assert.equal(matchesWildcard(pattern, 'ab'), true, pattern);
    }
  });

  it('takes no longer with many stars, where a regular expression would take years', () => {
    assert.equal(matchesWildcard(`${'*a'.repeat(5000)}*b`, 'a'.repeat(10_000)), false);
    assert.equal(matchesWildcard(`${'*'.repeat(5000)}b`, 'a'.repeat(10_000)), false);
  });
});
