import assert from 'node:assert/strict';
import { findBypasses } from '../../scripts/l10n/bypasses.mjs';
import { reportTranslations } from '../../scripts/l10n/report.mjs';

/** `npm run l10n` tells the same in lines that can be pasted into the bundles. */
describe('Localisation', () => {
  const { code, manifest, english, computed } = reportTranslations();

  it('can find every sentence, because each is written out where it is said', () => {
    assert.deepEqual(computed, []);
  });

  it('has every sentence of the code in Korean', () => {
    assert.deepEqual(code.missing, []);
  });

  it('has every string of the manifest in Korean', () => {
    assert.deepEqual(manifest.missing, []);
  });

  it('has English words for every key of the manifest, and no others', () => {
    assert.deepEqual({ missing: english.missing, stale: english.stale }, { missing: [], stale: [] });
  });

  it('keeps no translation of what is no longer said', () => {
    assert.deepEqual([...code.stale, ...manifest.stale], []);
  });

  it('fills the same values into both languages', () => {
    assert.deepEqual([...code.different, ...manifest.different], []);
  });

  it('leaves no words that a person reads outside the translation', () => {
    assert.deepEqual(findBypasses(), []);
  });
});
