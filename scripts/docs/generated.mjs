import { readFileSync } from 'node:fs';
import { formatted } from '../formatted.mjs';
import { inProject } from '../project.mjs';
import { commandsTable, settingsTable } from './manifestTables.mjs';
import { languageModelTools, queryInstructions, querySkill } from './assistantFiles.mjs';
import { languageReference } from './languageReference.mjs';
import { queryGrammar } from './queryGrammar.mjs';
import { settingValues } from './settingValues.mjs';

/**
 * All generated documents by path. The modules are parameters, because they are TypeScript, which a script
 * and a test load differently.
 * @param {typeof import('../../src/language/catalog/catalog')} catalog
 * @param {typeof import('../../src/language/errorCodes')} codes
 * @param {typeof import('../../src/assistant/describedTools')} assistant
 * @returns {Promise<Record<string, string>>}
 */
export async function generatedDocuments(catalog, codes, assistant) {
  const manifest = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const messages = JSON.parse(readFileSync(inProject('package.nls.json'), 'utf8'));
  const readme = readFileSync(inProject('README.md'), 'utf8');
  const tables = { commands: commandsTable(manifest, messages), settings: settingsTable(manifest, messages) };
  const { instructions, languageRules } = assistant.assistantTexts;
  manifest.contributes.languageModelTools = languageModelTools(assistant.describedTools());
  return inStyle({
    'package.json': JSON.stringify(manifest),
    'media/assistant/logbench-query/SKILL.md': querySkill(instructions, languageRules),
    'media/assistant/logbench-query.instructions.md': queryInstructions(languageRules),
    'README.md': Object.entries(tables).reduce((text, [name, table]) => between(text, name, table), readme),
    'syntaxes/logbench-query.tmLanguage.json': queryGrammar(catalog.commands),
    'src/ui/settings/settingValues.generated.ts': settingValues(manifest.contributes.configuration),
    'docs/query-language.md': languageReference(catalog, codes),
  });
}

/** @param {Record<string, string>} documents */
async function inStyle(documents) {
  const styled = Object.entries(documents).map(async ([name, text]) => [name, await formatted(name, text)]);
  return Object.fromEntries(await Promise.all(styled));
}

/**
 * Inserts the table between its two markers.
 * @param {string} text
 * @param {string} name
 * @param {string} table
 */
function between(text, name, table) {
  const marks = new RegExp(`(<!-- ${name}: [^>]*-->\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
  if (!marks.test(text)) throw new Error(`README.md has no marks for the table of ${name}.`);
  return text.replace(marks, (_all, begin, end) => `${begin}\n${table}\n${end}`);
}
