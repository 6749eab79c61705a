import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inProject, projectFolder } from './project.mjs';
import { filesIn } from './sources.mjs';

/**
 * Bundles the integration suite and returns the path for VS Code. All test files are one bundle, so that the
 * platform is loaded and optimized once.
 * @param {string} outdir
 * @param {string} [only] one file of tests, all by default
 * @returns {Promise<string>}
 */
export async function bundleIntegration(outdir, only) {
  const tests = filesIn(only ?? 'test/integration').filter((file) => file.endsWith('.test.ts'));
  await rm(outdir, { recursive: true, force: true });
  const contents = tests.map((file) => `import ${JSON.stringify(`./${file}`)};`).join('\n');
  const index = path.join(outdir, 'index.js');
  /** @type {import('esbuild').BuildOptions} */
  const options = {
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    external: ['vscode', 'mocha', 'undici', '@duckdb/node-api'],
    logLevel: 'warning',
  };
  await Promise.all([
    build({ ...options, entryPoints: [inProject('test/integration/index.ts')], outfile: index }),
    build({
      ...options,
      stdin: { contents, resolveDir: projectFolder },
      outfile: path.join(outdir, 'tests.js'),
    }),
  ]);
  return index;
}

// Run by itself, for a debugger: node scripts/bundleIntegration.mjs FOLDER FILE
if (process.argv[1] === fileURLToPath(import.meta.url))
  await bundleIntegration(path.resolve(process.argv[2] ?? 'out'), process.argv[3]);
