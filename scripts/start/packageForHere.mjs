import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, inProject, projectFolder } from '../project.mjs';
import { hashOf } from '../sources.mjs';

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
 * created if a source has changed.
 * @returns {{ files: string[], made: boolean }}
 */
export function packageForHere() {
  const folder = path.join(cacheFolder, 'packages');
  const { name, version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const target = `${process.platform}-${process.arch}`;
  const product = path.join(folder, `${name}-${target}-${version}.vsix`);
  const opener = path.join(folder, 'opener.vsix');
  const files = [product, opener];
  const sourcesFile = path.join(folder, 'sources');
  const hash = hashOf(sources);
  if ([...files, sourcesFile].every(existsSync) && readFileSync(sourcesFile, 'utf8') === hash)
    return { files, made: false };
  console.log('Packaging the extension…');
  run([inProject('scripts', 'package.mjs'), '--target', target, '--out', folder], projectFolder);
  const vsce = inProject('node_modules', '@vscode', 'vsce', 'vsce');
  run([vsce, 'package', '--out', opener, '--allow-missing-repository', '--skip-license'], openerFolder);
  writeFileSync(sourcesFile, hash);
  return { files, made: true };
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function run(args, cwd) {
  execFileSync(process.execPath, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
