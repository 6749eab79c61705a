import assert from 'node:assert/strict';
import { findBypasses } from '../../scripts/l10n/bypasses.mjs';
import { reportTranslations } from '../../scripts/l10n/report.mjs';

/** `npm run l10n` tells the same in lines that can be pasted into the bundles. */
describe('Localisation', () => {
  const { code, manifest, english, computed } = reportTranslations();

  for (const [what, faults] of Object.entries({
    'finds every sentence, because each is a literal': computed,
    'has every sentence of the code in Korean': code.missing,
    'has every string of the manifest in Korean': manifest.missing,
    'has English texts for every key of the manifest, and no others': [...english.missing, ...english.stale],
    'keeps no translation of a text that is no longer used': [...code.stale, ...manifest.stale],
    'fills the same values into both languages': [...code.different, ...manifest.different],
  })) {
    it(what, () => assert.deepEqual(faults, []));
  }

  it('finds no text for users outside the translation', () => {
    assert.deepEqual(findBypasses(), []);
  });
});
