// Writes the documents that are generated from the manifest and the catalog of the query language.
import { writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';
import { generatedDocuments } from './docs/generated.mjs';
import { inProject } from './project.mjs';

const catalog = await tsImport('../src/language/catalog/catalog.ts', import.meta.url);
const codes = await tsImport('../src/language/errorCodes.ts', import.meta.url);
const assistant = await tsImport('../src/assistant/describedTools.ts', import.meta.url);
for (const [name, text] of Object.entries(await generatedDocuments(catalog, codes, assistant))) {
  writeFileSync(inProject(name), text);
  console.log(name);
}
