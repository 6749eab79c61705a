import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { inProject } from './project.mjs';

/**
 * Bundles the benchmarks like the product, one file each, and returns the path to run. The loader of the
 * tests would change the code: it sets the name of every function at run time.
 * @param {string} outdir
 * @returns {Promise<string>}
 */
export async function bundleBench(outdir) {
  const files = (await readdir(inProject('bench'))).filter((file) => file.endsWith('.ts'));
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: files.map((file) => inProject('bench', file)),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    plugins: [scriptsStayInPlace],
    logLevel: 'warning',
  });
  return path.join(outdir, 'run.mjs');
}

/** The scripts locate the project relative to themselves. */
const scriptsStayInPlace = {
  name: 'scripts-stay-in-place',
  /** @param {import('esbuild').PluginBuild} pluginBuild */
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /\/scripts\/.*\.mjs$/ }, ({ path: file, resolveDir }) => ({
      path: path.resolve(resolveDir, file),
      external: true,
    }));
  },
};
