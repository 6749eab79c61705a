import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { inProject } from './project.mjs';

/**
 * Bundles the integration suite, one file a test file, and returns the path that VS Code is to run.
 * @param {string} outdir
 * @returns {Promise<string>}
 */
export async function bundleIntegration(outdir) {
  const source = inProject('test', 'integration');
  const files = await readdir(source, { recursive: true });
  // A bundle of a test file that is gone would still run.
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: ['index.ts', ...files.filter((file) => file.endsWith('.test.ts'))].map((file) =>
      path.join(source, file),
    ),
    outbase: source,
    outdir,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    sourcemap: 'inline',
    external: ['vscode', 'mocha', 'undici', '@duckdb/node-api'],
    logLevel: 'warning',
  });
  return path.join(outdir, 'index.js');
}
