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

const ofSchemas = (file: string): boolean => file.includes('node_modules/zod/');

describe('The code that runs when it is loaded', () => {
  it('of the extension has nothing of assistants, and no schemas of the features', async () => {
    for (const entry of ['src/extension/extension.ts', 'src/extension/openFeatures.ts']) {
      const { atOnce, all } = await filesOf(entry);
      assert.deepEqual(atOnce.filter(ofAssistants), []);
      assert.deepEqual(
        all.filter((file) => file.includes('modelcontextprotocol')),
        [],
      );
      if (entry === 'src/extension/extension.ts') continue;
      assert.deepEqual(atOnce.filter(ofSchemas), []);
      assert.ok(all.some(ofSchemas));
    }
  });

  it('of the command line has nothing of assistants', async () => {
    const { atOnce, all } = await filesOf('src/cli/main.ts');
    assert.deepEqual(
      atOnce.filter((file) => /src\/assistant\/|modelcontextprotocol/.test(file)),
      [],
    );
    assert.ok(all.some((file) => file.includes('modelcontextprotocol')));
  });
});
