import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { hostCommonJs } from '../../../scripts/build/hostCommonJs.mjs';
import { temporaryFolder } from '../../support/temporaryFolder';

const source = `
import * as vscode from 'vscode';
export const open = async () => (await import('./later')).name(vscode.version);
`;

describe('The build of what runs in the extension host', () => {
  for (const production of [true, false]) {
    it(`passes on the module of VS Code without a copy, ${production ? 'packaged' : 'while developing'}`, async () => {
      await using folder = await temporaryFolder();
      const outdir = path.join(folder.path, 'out');
      await writeFile(path.join(folder.path, 'main.ts'), source);
      await writeFile(path.join(folder.path, 'later.ts'), 'export const name = (text: string) => text;');
      await build({
        entryPoints: [path.join(folder.path, 'main.ts')],
        bundle: true,
        minify: production,
        platform: 'node',
        format: 'esm',
        write: false,
        outdir,
        external: ['vscode'],
        plugins: [hostCommonJs({ production, outdir })],
        logLevel: 'silent',
      });
      const code = await readFile(path.join(outdir, 'main.js'), 'utf8');
      assert.match(code, /const \w+ ?= ?require\("vscode"\)/);
      assert.match(code, /Promise\.resolve\(\)\.then/);
      assert.deepEqual(await readdir(outdir), ['main.js']);
      assert.doesNotMatch(code, /__toESM\(require\("vscode"\)\)|\bimport ?[(*]/);
    });
  }
});
