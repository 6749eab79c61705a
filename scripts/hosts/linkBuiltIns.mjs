import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';

/** Color themes, file icons, and the languages of files that Logbench reads and writes. */
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
 * Creates a folder with the built-in extensions of VS Code that the tests need, for
 * `--builtin-extensions-dir`. All others, such as Git, TypeScript and chat, would add a third to the loading
 * time of each window.
 * @param {{ serverMain: string }} host
 * @param {string} folder
 */
export async function linkBuiltIns(host, folder) {
  const source = path.join(path.dirname(host.serverMain), '..', 'extensions');
  await mkdir(folder, { recursive: true });
  // Some VS Code versions lack some of them.
  const there = (await readdir(source)).filter((name) => needed.includes(name));
  await Promise.all(
    there.map((name) => symlink(path.join(source, name), path.join(folder, name), 'junction')),
  );
}
