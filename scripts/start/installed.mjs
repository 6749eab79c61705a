import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fetchHost } from '../hosts/fetchHost.mjs';
import { serverArguments } from '../hosts/startServer.mjs';
import { cacheFolder, inProject } from '../project.mjs';
import { fillIfChanged } from '../sources.mjs';
import { desktopFolders, findDesktop, shell } from './desktop.mjs';

const run = promisify(execFile);

/** The sources of the package and of the opener. */
const sources = [
  ...['src', 'media', 'l10n', 'syntaxes', 'scripts/package', 'scripts/package.mjs', 'scripts/build'],
  ...['esbuild.mjs', 'package.json', 'package-lock.json', 'package.nls.json', 'package.nls.ko.json'],
  ...['language-configuration.json', '.vscodeignore', 'README.md', 'CHANGELOG.md', 'scripts/start/opener'],
];

/**
 * A VS Code with the packaged extension installed in it, the way a user installs it. It has folders of its own, so
 * that a desktop VS Code keeps its settings and extensions apart from this one. It is installed again if a source has
 * changed.
 * @param {boolean} inBrowser even where there is a desktop VS Code
 * @returns {Promise<{ desktop: string | undefined, dataFolder: string, extensionFolder: string }>} the command of a
 *   desktop VS Code (none means the one for the browser), and where the extension lies, its local platform included
 */
export async function installPackage(inBrowser) {
  const desktop = inBrowser ? undefined : findDesktop();
  const dataFolder = path.join(cacheFolder, desktop ? 'desktop-vscode' : 'browser-vscode');
  const extensions = path.join(dataFolder, 'extensions');
  if (!extensionFolderIn(extensions)) await rm(extensions, { recursive: true, force: true });
  await fillIfChanged(extensions, sources, async () => {
    console.log('Packaging the extension…');
    const files = await makePackages();
    console.log('Installing it in VS Code…');
    const args = files.flatMap((file) => ['--install-extension', file]);
    if (desktop) {
      await run(desktop, [...desktopFolders(dataFolder), ...args, '--force'], { shell });
    } else {
      const host = await fetchHost('newest');
      await run(host.node, [...serverArguments(host, dataFolder), ...args]);
    }
  });
  const extensionFolder = extensionFolderIn(extensions);
  if (!extensionFolder) throw new Error('VS Code did not install the package. Delete .cache and try again.');
  return { desktop, dataFolder, extensionFolder };
}

/** The product for this machine, as users install it, and the opener: a small extension that is never part of it. */
async function makePackages() {
  const folder = path.join(cacheFolder, 'packages');
  await rm(folder, { recursive: true, force: true });
  const target = `${process.platform}-${process.arch}`;
  await run(process.execPath, [inProject('scripts', 'package.mjs'), '--target', target, '--out', folder]);
  const vsce = inProject('node_modules', '@vscode', 'vsce', 'vsce');
  const opener = ['--out', path.join(folder, 'opener.vsix'), '--allow-missing-repository', '--skip-license'];
  await run(process.execPath, [vsce, 'package', ...opener], { cwd: inProject('scripts', 'start', 'opener') });
  return (await readdir(folder)).map((file) => path.join(folder, file));
}

/** @param {string} extensions */
function extensionFolderIn(extensions) {
  const list = path.join(extensions, 'extensions.json');
  /** @type {{ identifier: { id: string }, relativeLocation: string }[]} */
  const entries = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  const entry = entries.find(({ identifier }) => identifier.id === 'logbench.logbench');
  return entry && path.join(extensions, entry.relativeLocation);
}
