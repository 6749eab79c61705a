// Lists missing and unused Korean translations; exits with code 1 if there are any.
import { findBypasses } from './l10n/bypasses.mjs';
import { manifestFile, reportTranslations, sentencesFile } from './l10n/report.mjs';

const { code, manifest, english, computed } = reportTranslations();
let findings = 0;

list('Calls of t() whose first argument is not a literal', computed);
list('Words that do not pass through t()', findBypasses());
for (const [file, comparison] of Object.entries({
  [sentencesFile]: code,
  [manifestFile]: manifest,
  'package.nls.json': english,
})) {
  list(`Missing in ${file}`, comparison.missing.map(asKey));
  list(`In ${file}, but said nowhere`, comparison.stale.map(asKey));
  list(`Other placeholders in ${file}`, comparison.different.map(asKey));
}
if (findings === 0) console.log('Everything is translated.');
else process.exitCode = 1;

/**
 * @param {string} title
 * @param {readonly string[]} lines
 */
function list(title, lines) {
  if (lines.length === 0) return;
  findings += lines.length;
  console.log(`\n${title}: ${lines.length}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

/** @param {string} key */
function asKey(key) {
  return `${JSON.stringify(key)}: "",`;
}
