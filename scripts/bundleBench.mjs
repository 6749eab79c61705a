import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { inProject } from './project.mjs';

/**
 * Bundles the measurements, one file a bench, the way the product is bundled, and returns the path to run. Run
 * from its sources, the code would be another: the loader of the tests gives every function its name at run
 * time, again at each call where the function is made inside another.
 *
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

/** They find the project by where they are. */
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
