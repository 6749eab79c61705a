import assert from 'node:assert/strict';
import { findBypasses } from '../../scripts/l10n/bypasses.mjs';
import { reportTranslations } from '../../scripts/l10n/report.mjs';

/** `npm run l10n` tells the same in lines that can be pasted into the bundles. */
describe('Localisation', () => {
  const { code, manifest, english, computed } = reportTranslations();

  it('finds every sentence, because each is a literal', () => {
    assert.deepEqual(computed, []);
  });

  it('has every sentence of the code in Korean', () => {
    assert.deepEqual(code.missing, []);
  });

  it('has every string of the manifest in Korean', () => {
    assert.deepEqual(manifest.missing, []);
  });

  it('has English texts for every key of the manifest, and no others', () => {
    assert.deepEqual({ missing: english.missing, stale: english.stale }, { missing: [], stale: [] });
  });

  it('keeps no translation of a text that is no longer used', () => {
    assert.deepEqual([...code.stale, ...manifest.stale], []);
  });

  it('fills the same values into both languages', () => {
    assert.deepEqual([...code.different, ...manifest.different], []);
  });

  it('finds no text for users outside the translation', () => {
    assert.deepEqual(findBypasses(), []);
  });
});
