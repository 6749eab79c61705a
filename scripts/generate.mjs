// Writes what is generated from the tables of commands, the settings and the catalog of the query language.
import { writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';
import { readCommands } from './generate/commands.mjs';
import { generatedDocuments } from './generate/generated.mjs';
import { inProject } from './project.mjs';

const catalog = await tsImport('../src/core/language/catalog/catalog.ts', import.meta.url);
const codes = await tsImport('../src/core/language/errorCodes.ts', import.meta.url);
const assistant = await tsImport('../src/core/assistant/describedTools.ts', import.meta.url);
const commands = await readCommands((file) => tsImport(file, import.meta.url));
for (const [name, text] of Object.entries(await generatedDocuments(catalog, codes, assistant, commands))) {
  writeFileSync(inProject(name), text);
  console.log(name);
}
