import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { formatted } from '../formatted.mjs';
import { inProject } from '../project.mjs';

/**
 * The document for the installed packages.
 * @returns {Promise<string>}
 */
export async function licencesDocument() {
  const lines = (await runtimePackages()).map(
    ({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`,
  );
  const text = [
    '# Licences of what runs',
    '',
    'Written by `npm run docs` from the installed packages that Logbench needs at run time, and',
    'held by a test. The bundles of the extension contain parts of them.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n');
  return formatted('docs/licences.md', text);
}

/** Packages of the lock file that are neither for development only nor for another system only. */
async function runtimePackages() {
  const { packages } = JSON.parse(await readFile(inProject('package-lock.json'), 'utf8'));
  const found = [];
  for (const [folder, entry] of Object.entries(packages)) {
    if (folder === '' || entry.dev || entry.devOptional || entry.optional) continue;
    const manifest = inProject(folder, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name, version, license } = JSON.parse(await readFile(manifest, 'utf8'));
    found.push({ name, version, licence: license ?? 'not stated' });
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}
