import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, inProject, projectFolder } from '../project.mjs';

/** The sources of a package. */
const sources = [
  ...['src', 'media', 'l10n', 'syntaxes', 'scripts/package', 'scripts/package.mjs', 'scripts/build'],
  ...['esbuild.mjs', 'package.json', 'package-lock.json', 'package.nls.json', 'package.nls.ko.json'],
  ...['language-configuration.json', '.vscodeignore', 'README.md', 'CHANGELOG.md'],
];

/** A small extension that shows the Logbench view; never part of the product. */
const openerFolder = inProject('scripts', 'start', 'opener');

/**
 * The packages for `npm start`: the product for this machine, as users install it, and the opener. They are
 * created if a source is newer.
 * @returns {{ files: string[], made: boolean }}
 */
export function packageForHere() {
  const folder = path.join(cacheFolder, 'packages');
  const { name, version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const target = `${process.platform}-${process.arch}`;
  const product = path.join(folder, `${name}-${target}-${version}.vsix`);
  const opener = path.join(folder, 'opener.vsix');
  const files = [product, opener];
  if (files.every(existsSync) && newestOf(sources.map((file) => inProject(file))) < statSync(product).mtimeMs)
    return { files, made: false };
  console.log('Packaging the extension…');
  run([inProject('scripts', 'package.mjs'), '--target', target, '--out', folder], projectFolder);
  const vsce = inProject('node_modules', '@vscode', 'vsce', 'vsce');
  run([vsce, 'package', '--out', opener, '--allow-missing-repository', '--skip-license'], openerFolder);
  return { files, made: true };
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function run(args, cwd) {
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

/**
 * @param {readonly string[]} files
 * @returns {number}
 */
function newestOf(files) {
  const times = files.filter(existsSync).map((file) => {
    const entry = statSync(file);
    if (!entry.isDirectory()) return entry.mtimeMs;
    return Math.max(entry.mtimeMs, newestOf(readdirSync(file).map((name) => path.join(file, name))));
  });
  return Math.max(0, ...times);
}
