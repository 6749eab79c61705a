import assert from 'node:assert/strict';
import { build } from 'esbuild';
import type { Metafile } from 'esbuild';
import { inProject } from '../../../scripts/project.mjs';

/** The files that are run as soon as a bundle is loaded, and all that are in it. */
async function filesOf(
  entry: string,
): Promise<{ readonly atOnce: readonly string[]; readonly all: readonly string[] }> {
  const { metafile } = await build({
    entryPoints: [inProject(entry)],
    absWorkingDir: inProject(),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    outdir: 'out/none',
    external: ['vscode', 'undici', './loadFailure', './openFeatures', './testing'],
  });
  return { atOnce: runAtOnce(metafile, entry), all: Object.keys(metafile.inputs) };
}

function runAtOnce({ inputs }: Metafile, entry: string): readonly string[] {
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const { path, kind } of inputs[file]?.imports ?? []) if (kind !== 'dynamic-import') seen.add(path);
  }
  return [...seen];
}

const ofAssistants = (file: string): boolean =>
  /^src\/assistant\/|^src\/sigma\/|features\/assistants\/(?!index|receipts)|modelcontextprotocol/.test(file);

describe('The code of assistants', () => {
  it('is not run before their first call, and no bundle of the extension has the library of the protocol', async () => {
    for (const entry of ['src/extension.ts', 'src/openFeatures.ts']) {
      const { atOnce, all } = await filesOf(entry);
      assert.deepEqual(atOnce.filter(ofAssistants), []);
      assert.deepEqual(
        all.filter((file) => file.includes('modelcontextprotocol')),
        [],
      );
    }
  });

  it('is not run by the other commands of the command line', async () => {
    const { atOnce, all } = await filesOf('src/cli/main.ts');
    assert.deepEqual(
      atOnce.filter((file) => /src\/assistant\/|modelcontextprotocol/.test(file)),
      [],
    );
    assert.ok(all.some((file) => file.includes('modelcontextprotocol')));
  });
});

describe('The code of the features', () => {
  it('has no schemas until one of them reads something', async () => {
    const { atOnce, all } = await filesOf('src/openFeatures.ts');
    const ofSchemas = (file: string): boolean => file.includes('node_modules/zod/');
    assert.deepEqual(atOnce.filter(ofSchemas), []);
    assert.ok(all.some(ofSchemas));
  });
});
