import assert from 'node:assert/strict';
import { setTranslator, translatorFrom } from '../../../src/shared/localize';
import { formatBriefly } from '../../../src/ui/format';

const now = new Date(2026, 10, 15, 6, 0);

describe('A moment in few words', () => {
  it('is the time of day alone when it is today', () => {
    assert.match(formatBriefly(new Date(2026, 10, 15, 7, 5), now), /^0?7:05( AM)?$/);
  });

  it('has its date when it is another day', () => {
    assert.match(formatBriefly(new Date(2026, 10, 16, 7, 5), now), /16.*7:05/);
  });

  it('is written as the language of the window writes it', () => {
    setTranslator(translatorFrom({}), 'ko');
    try {
      assert.match(formatBriefly(new Date(2026, 10, 16, 7, 5), now), /^26\. 11\. 16\./);
    } finally {
      setTranslator(translatorFrom({}));
    }
  });
});
