// Writes docs/licences.md.
import { mkdir, writeFile } from 'node:fs/promises';
import { licencesDocument } from './licencesDocument.mjs';
import { inProject } from './project.mjs';

await mkdir(inProject('docs'), { recursive: true });
await writeFile(inProject('docs', 'licences.md'), await licencesDocument());
