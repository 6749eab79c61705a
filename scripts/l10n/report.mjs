import { existsSync, readFileSync } from 'node:fs';
import { inProject } from '../project.mjs';
import { findManifestKeys, findSentences, placeholders } from './sentences.mjs';

export const sentencesFile = 'l10n/bundle.l10n.ko.json';
export const manifestFile = 'package.nls.ko.json';

/**
 * Compares the Korean bundles with what the code and the manifest say. `missing` are sentences without a
 * translation, `stale` translations without a sentence, `different` those whose placeholders do not agree.
 * @typedef {{ missing: string[], stale: string[], different: string[] }} Comparison
 * @returns {{ code: Comparison, manifest: Comparison, english: Comparison, computed: string[] }}
 */
export function reportTranslations() {
  const { sentences, computed } = findSentences();
  const english = bundle('package.nls.json');
  const said = Object.fromEntries(sentences.map(({ text }) => [text, text]));
  const named = findManifestKeys(readFileSync(inProject('package.json'), 'utf8'));
  return {
    code: compare(said, bundle(sentencesFile)),
    manifest: compare(english, bundle(manifestFile)),
    english: compare(Object.fromEntries(named.map((key) => [key, english[key] ?? ''])), english),
    computed,
  };
}

/**
 * @param {Record<string, string>} original
 * @param {Record<string, string>} translated
 * @returns {Comparison}
 */
function compare(original, translated) {
  const agree = (/** @type {string} */ key) =>
    String(placeholders(original[key] ?? '')) === String(placeholders(translated[key] ?? ''));
  return {
    missing: Object.keys(original).filter((key) => !translated[key]),
    stale: Object.keys(translated).filter((key) => !(key in original)),
    different: Object.keys(original).filter((key) => translated[key] && !agree(key)),
  };
}

/**
 * @param {string} name
 * @returns {Record<string, string>}
 */
function bundle(name) {
  return existsSync(inProject(name)) ? JSON.parse(readFileSync(inProject(name), 'utf8')) : {};
}
