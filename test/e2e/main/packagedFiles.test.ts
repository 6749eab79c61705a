import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { installedPackage, packageFile } from '../support/installedVscode';

/** Every file that may be in the package. */
const allowed = [
  /^(package|package\.nls(\.[a-z]+)?)\.json$/,
  /^(readme|changelog)\.md$/,
  /^LICENSE\.txt$/,
  /^\.vsixmanifest$/,
  /^dist\/(extension|loadFailure|openFeatures|lazy-[a-zA-Z]+)\.js$/,
  /^dist\/package\.json$/,
  /^dist\/node_modules\/undici\/index\.js$/,
  /^dist\/pages\/[a-zA-Z]+\.(js|css|ttf)$/,
  /^l10n\/bundle\.l10n(\.[a-z]+)?\.json$/,
  /^media\/(icons\/)?[a-zA-Z-]+\.(svg|png)$/,
  /^language-configuration\.json$/,
  /^syntaxes\/[a-zA-Z-]+\.tmLanguage\.json$/,
  /^media\/assistant\/([a-z-]+\.instructions\.md|[a-z-]+\/SKILL\.md)$/,
  /^media\/notebooks\/[a-z-]+\.lq\.md$/,
  /^media\/walkthrough\/[a-zA-Z-]+\.(md|svg|png)$/,
];

describe('The package', () => {
  let folder: string;
  let files: string[];

  before(async function () {
    this.timeout(120_000);
    folder = await installedPackage();
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort();
  });

  it('contains no file that a user does not need', () => {
    assert.deepEqual(
      files.filter((file) => !allowed.some((pattern) => pattern.test(file))),
      [],
    );
  });

  it('is bundled into few files, with separate files for features that load on first use', () => {
    assert(files.length <= 60, `${files.length}: ${files.join(', ')}`);
    assert(files.includes('dist/lazy-sigma.js'));
  });

  it('contains undici beside the bundles, where VS Code patches it with its proxy support', () => {
    assert(files.includes('dist/node_modules/undici/index.js'));
  });

  it('is small: binaries are only in the packages for one platform', async () => {
    const { size } = await stat(packageFile());

    assert(size < 1_100_000, `The package has ${size} bytes.`);
  });

  it('contains every file that its manifest names', async () => {
    const manifest = await readFile(path.join(folder, 'package.json'), 'utf8');
    // The program for developers, which only the packages for one kind of machine carry.
    const withoutProgram = manifest.replace(/"bin": \{[^}]*\},/, '');
    const named = [...withoutProgram.matchAll(/"(?:\.\/)?((?:dist|media|l10n)\/[^"]+)"/g)].map(
      ([, file]) => file ?? '',
    );

    assert(named.length > 0);
    assert.deepEqual(
      named.filter((file) => !existsSync(path.join(folder, file))),
      [],
    );
  });
});
