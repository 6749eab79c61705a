import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The ids of the extensions that come with a VS Code and run programs, such as those for TypeScript and chat: in the
 * environment variable VSCODE_SKIP_BUILTIN_EXTENSIONS they stay out. Together they cost each window a sixth of what it
 * takes to load. An older VS Code does not know the variable, and loads them all.
 * @param {{ serverMain: string }} host
 * @returns {Promise<string[]>}
 */
export async function builtInPrograms(host) {
  const folder = path.join(path.dirname(host.serverMain), '..', 'extensions');
  const manifests = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(async ({ name }) => JSON.parse(await readFile(path.join(folder, name, 'package.json'), 'utf8')));
  return (await Promise.all(manifests))
    .filter(({ main, browser }) => main !== undefined || browser !== undefined)
    .map(({ publisher, name }) => `${publisher}.${name}`);
}
