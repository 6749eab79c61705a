import { readFileSync } from 'node:fs';
import { formatted } from '../formatted.mjs';
import { inProject } from '../project.mjs';
import { commandsTable, settingsTable } from './manifestTables.mjs';
import { languageReference } from './languageReference.mjs';
import { licencesDocument } from './licences.mjs';
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
  const { instructions, languageRules: rules } = assistant.assistantTexts;
  manifest.contributes.languageModelTools = languageModelTools(assistant.describedTools(), manifest);
  const marked = {
    'README.md': {
      commands: commandsTable(manifest, messages),
      settings: settingsTable(manifest, messages),
    },
    'docs/query-language.md': { reference: languageReference(catalog, codes) },
    'media/assistant/logbench-query/SKILL.md': { instructions, rules },
    'media/assistant/logbench-query.instructions.md': { rules },
  };
  return inStyle({
    ...Object.fromEntries(Object.entries(marked).map(([name, parts]) => [name, withParts(name, parts)])),
    'package.json': JSON.stringify(manifest),
    'docs/licences.md': await licencesDocument(),
    'syntaxes/logbench-query.tmLanguage.json': queryGrammar(catalog.commands),
    'src/ui/settings/settingValues.generated.ts': settingValues(manifest.contributes.configuration),
  });
}

/**
 * The manifest entries of the tools for assistants. Users read `package.nls.json`; the descriptions are for models, in
 * English. The manifest alone says the icons.
 * @param {readonly import('../../src/assistant/describedTools').DescribedTool[]} tools
 * @param {any} manifest
 */
function languageModelTools(tools, manifest) {
  /** @type {{ name: string, icon: string }[]} */
  const before = manifest.contributes.languageModelTools;
  return tools.map(({ name, description, inputSchema }) => {
    const short = name.replace('logbench_', '');
    return {
      name,
      displayName: `%tool.${short}%`,
      userDescription: `%tool.${short}.description%`,
      modelDescription: description,
      toolReferenceName: name.replaceAll('_', '-'),
      canBeReferencedInPrompt: true,
      icon: before.find((tool) => tool.name === name)?.icon,
      tags: ['logbench', 'logs', 'query'],
      inputSchema,
    };
  });
}

/** @param {Record<string, string>} documents */
async function inStyle(documents) {
  const styled = Object.entries(documents).map(async ([name, text]) => [name, await formatted(name, text)]);
  return Object.fromEntries(await Promise.all(styled));
}

/**
 * A document with each part between its two marks; all else is written by hand.
 * @param {string} name
 * @param {Record<string, string>} parts
 */
function withParts(name, parts) {
  return Object.entries(parts).reduce(
    (text, [part, content]) => {
      const marks = new RegExp(`(<!-- ${part}: [^>]*-->\n)[\\s\\S]*?(<!-- end of ${part} -->)`);
      if (!marks.test(text)) throw new Error(`${name} has no marks for its ${part}.`);
      return text.replace(marks, (_all, begin, end) => `${begin}\n${content}\n${end}`);
    },
    readFileSync(inProject(name), 'utf8'),
  );
}
