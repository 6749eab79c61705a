import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { inProject, outputFolder } from './project.mjs';

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

// The measurements use the built platform and pages, so these come first.
run([inProject('esbuild.mjs'), '--production']);
run(['--expose-gc', await bundleBench(), ...process.argv.slice(2)]);

/**
 * Bundles the benchmarks like the product, one file each, and returns the path to run. The loader of the
 * tests would change the code: it sets the name of every function at run time.
 * @returns {Promise<string>}
 */
async function bundleBench() {
  const outdir = path.join(outputFolder, 'bench');
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: [inProject('bench', '*.ts')],
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

/** @param {readonly string[]} parameters */
function run(parameters) {
  const { status } = spawnSync(process.execPath, parameters, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
