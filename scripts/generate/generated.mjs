import { readdirSync, readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { inProject } from '../project.mjs';
import { contributedCommands, withTitles } from './commands.mjs';
import { languageReference } from './languageReference.mjs';
import { commandsTable, licensesTable, settingsTable } from './tables.mjs';

/** @param {string} name */
const readText = (name) => readFileSync(inProject(name), 'utf8');

/** @param {string} name */
const readJson = (name) => JSON.parse(readText(name));

/**
 * All generated documents by path. The modules are parameters, because they are TypeScript, which a script
 * and a test load differently.
 * @param {typeof import('../../src/core/language/catalog/catalog')} catalog
 * @param {typeof import('../../src/core/language/errorCodes')} codes
 * @param {typeof import('../../src/core/assistant/describedTools')} assistant
 * @param {import('./commands.mjs').Commands} commands
 * @returns {Promise<Record<string, string>>}
 */
export async function generatedDocuments(catalog, codes, assistant, commands) {
  const manifest = readJson('package.json');
  const messages = withTitles(readJson('package.nls.json'), 0, commands);
  Object.assign(manifest.contributes, contributedCommands(commands));
  const pages = pageNames();
  manifest.activationEvents = withPanels(manifest.activationEvents, pages);
  const { instructions, languageRules: rules } = assistant.assistantTexts;
  manifest.contributes.languageModelTools = languageModelTools(assistant.describedTools(), manifest);
  const marked = {
    'docs/reference.md': {
      commands: commandsTable(manifest, messages),
      settings: settingsTable(manifest, messages),
    },
    'docs/licenses.md': { licenses: licensesTable(readJson('package-lock.json').packages) },
    'docs/query-language.md': { reference: languageReference(catalog, codes) },
    'media/assistant/logbench-query/SKILL.md': { instructions, rules },
    'media/assistant/logbench-query.instructions.md': { rules },
  };
  const { ignorePatterns: _files, ...style } = readJson('.oxfmtrc.json');
  const documents = Object.entries({
    ...Object.fromEntries(Object.entries(marked).map(([name, parts]) => [name, withParts(name, parts)])),
    'package.json': JSON.stringify(manifest),
    'package.nls.json': JSON.stringify(messages),
    'package.nls.ko.json': JSON.stringify(withTitles(readJson('package.nls.ko.json'), 1, commands)),
    'media/pages/page.ts': pageEntry(pages),
    'syntaxes/logbench-query.tmLanguage.json': queryGrammar(catalog.commands),
    'src/extension/ui/settings/settingValues.generated.ts': settingValues(manifest.contributes.configuration),
  }).map(async ([name, text]) => {
    const { code, errors } = await format(name, text, style);
    if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join(' ')}`);
    return [name, code];
  });
  return Object.fromEntries(await Promise.all(documents));
}

/** The pages: each has a folder with its name. */
function pageNames() {
  return readdirSync(inProject('media'), { recursive: true, encoding: 'utf8' })
    .flatMap((file) => /^(\w+)[\\/]\1Page\.ts$/.exec(file)?.[1] ?? [])
    .sort();
}

/**
 * VS Code activates the extension to restore a panel.
 * @param {readonly string[]} events
 * @param {readonly string[]} pages
 */
function withPanels(events, pages) {
  const panel = 'onWebviewPanel:logbench.';
  return [...events.filter((event) => !event.startsWith(panel)), ...pages.map((name) => panel + name)];
}

/**
 * One script for all pages, because they share most of their libraries.
 * @param {readonly string[]} pages
 */
function pageEntry(pages) {
  const className = (/** @type {string} */ name) => `${name[0]?.toUpperCase()}${name.slice(1)}Page`;
  return `// Written by npm run generate from the folders of the pages.
import { startPage } from '../app/host';
${pages.map((name) => `import { ${className(name)} } from '../${name}/${name}Page';`).join('\n')}

startPage({ ${pages.map((name) => `${name}: ${className(name)}`).join(', ')} });
`;
}

/**
 * The manifest entries of the tools for assistants. Users read `package.nls.json`; the descriptions are for models, in
 * English. The manifest alone says the icons.
 * @param {readonly import('../../src/core/assistant/describedTools').DescribedTool[]} tools
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

/**
 * A document with each part between its two marks; all else is written by hand.
 * @param {string} name
 * @param {Record<string, string>} parts
 */
function withParts(name, parts) {
  return Object.entries(parts).reduce((text, [part, content]) => {
    const marks = new RegExp(`(<!-- ${part}: [^>]*-->\n)[\\s\\S]*?(<!-- end of ${part} -->)`);
    if (!marks.test(text)) throw new Error(`${name} has no marks for its ${part}.`);
    return text.replace(marks, (_all, begin, end) => `${begin}\n${content}\n${end}`);
  }, readText(name));
}

/**
 * The TextMate grammar with the names of the commands. Those that write or send have a scope of their own, also apps'
 * commands with the same beginning.
 * @param {typeof import('../../src/core/language/catalog/catalog').commands} commands
 */
function queryGrammar(commands) {
  const start = '(?<=^|[|\\[])\\s*';
  const end = '(?![\\p{L}\\p{N}_.-])';
  const grammar = readJson('syntaxes/logbench-query.tmLanguage.json');
  const listed = commands.filter(({ name }) => name !== 'system');
  const namesOf = (/** @type {boolean} */ writes) =>
    listed.filter((command) => command.writes === writes).map(({ name }) => name);
  const writing = namesOf(true).filter((name) => !/^(?:output|send|db)/.test(name));
  const [changing, , reading] = grammar.repository.command.patterns;
  changing.match = `${start}((?:${writing.join('|')})${end}|(?:output|send|db)[a-z0-9_-]*${end})`;
  reading.match = `${start}(${namesOf(false).join('|')})${end}`;
  return JSON.stringify(grammar);
}

/**
 * The defaults, limits and choices of the settings, as a module of the extension: the manifest alone says them.
 * @param {{ properties: Record<string, { type: string, default: unknown, minimum?: number, maximum?: number, enum?: string[] }> }} configuration
 */
function settingValues({ properties }) {
  const entries = Object.entries(properties).flatMap(
    ([id, { default: initial, minimum, maximum, enum: choices }]) => {
      const limited = minimum === undefined ? choices && { choices } : { minimum, maximum };
      return limited === undefined ? [] : [[id.replace('logbench.', ''), { default: initial, ...limited }]];
    },
  );
  return `// Written by npm run generate from package.json.
export const settingValues = ${JSON.stringify(Object.fromEntries(entries))} as const;
`;
}
