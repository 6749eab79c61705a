import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';

/** Colour themes, file icons, and the languages of the files that Logbench reads and writes. */
const needed = [
  'json',
  'log',
  'markdown-basics',
  'theme-defaults',
  'theme-modern-icons',
  'theme-seti',
  'yaml',
];

/**
 * Makes a folder with those of VS Code's built-in extensions that the tests need, for `--builtin-extensions-dir`. All
 * others, such as those for Git, TypeScript and chat, would cost each window a third of what it takes to load.
 * @param {{ serverMain: string }} host
 * @param {string} folder
 */
export async function linkBuiltIns(host, folder) {
  const source = path.join(path.dirname(host.serverMain), '..', 'extensions');
  await mkdir(folder, { recursive: true });
  // A VS Code has not all of them.
  const there = (await readdir(source)).filter((name) => needed.includes(name));
  await Promise.all(
    there.map((name) => symlink(path.join(source, name), path.join(folder, name), 'junction')),
  );
}
