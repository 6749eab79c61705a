import assert from 'node:assert/strict';
import { compareTranslations } from '../support/translations';
import { findUntranslated } from '../support/untranslated';

describe('Localization', () => {
  const { code, manifest, english, computed } = compareTranslations();
  const entry = (key: string): string => `${JSON.stringify(key)}: "",`;

  for (const [what, faults] of Object.entries({
    'finds every sentence, because each is a literal': computed,
    'has every sentence of the code in Korean': code.missing.map(entry),
    'has every string of the manifest in Korean': manifest.missing.map(entry),
    'has English texts for every key of the manifest, and no others': [...english.missing, ...english.stale],
    'keeps no translation of a text that is no longer used': [...code.stale, ...manifest.stale],
    'fills the same values into both languages': [...code.different, ...manifest.different],
    'finds no text for users outside the translation': findUntranslated(),
  })) {
    it(what, () => assert.equal(faults.join('\n'), ''));
  }
});
