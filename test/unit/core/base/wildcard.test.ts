import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matchesWildcard } from '../../../../src/core/base/wildcard';

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

  it('is matched in linear time with many stars', () => {
    assert.equal(matchesWildcard(`${'*a'.repeat(5000)}*b`, 'a'.repeat(10_000)), false);
    assert.equal(matchesWildcard(`${'*'.repeat(5000)}b`, 'a'.repeat(10_000)), false);
  });
});
