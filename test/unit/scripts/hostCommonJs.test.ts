import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
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

  it('puts what is imported on first use into files of its own if it is split, with one copy of what is shared', async () => {
    await using folder = await temporaryFolder();
    const outdir = path.join(folder.path, 'out');
    const filler = `export const filler = '${'x'.repeat(50_000)}';`;
    const sources = {
      'main.ts': `import { log } from './shared'; export { log }; log.push('main');
        export const open = async () => (await import('./src/core/sigma/later')).name();`,
      'shared.ts': 'export const log: string[] = [];',
      'src/core/sigma/later.ts': `import { log } from '../../../shared'; log.push('later'); ${filler}
        export const name = async () => filler.length + (await import('../../extension/features/project/last')).last;`,
      'src/extension/features/project/last.ts': `import { log } from '../../../../shared'; log.push('last'); export const last = 2;`,
    };
    for (const [name, text] of Object.entries(sources)) {
      await mkdir(path.dirname(path.join(folder.path, name)), { recursive: true });
      await writeFile(path.join(folder.path, name), text);
    }
    await build({
      entryPoints: { main: path.join(folder.path, 'main.ts') },
      absWorkingDir: folder.path,
      bundle: true,
      splitting: true,
      metafile: true,
      platform: 'node',
      format: 'esm',
      write: false,
      outdir,
      plugins: [hostCommonJs({ production: true, outdir })],
    });

    assert.deepEqual((await readdir(outdir)).sort(), ['lazy-sigma.js', 'lazy-small.js', 'main.js']);
    const main = createRequire(import.meta.url)(path.join(outdir, 'main.js')) as {
      readonly log: readonly string[];
      readonly open: () => Promise<number>;
    };
    assert.deepEqual(main.log, ['main']);
    assert.equal(await main.open(), 50_002);
    assert.equal(await main.open(), 50_002);
    assert.deepEqual(main.log, ['main', 'later', 'last']);
  });
});
