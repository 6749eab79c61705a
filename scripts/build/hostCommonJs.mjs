import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import { packModules } from './packModules.mjs';

/**
 * Converts bundled ES modules to CommonJS, the only format that every supported VS Code loads. Modules of
 * `await import()` run on first use; if the bundle was split, they are in files that are read on first use.
 * @param {{ production: boolean, outdir: string }} options
 * @returns {import('esbuild').Plugin}
 */
export function hostCommonJs({ production, outdir }) {
  return {
    name: 'host-common-js',
    setup(build) {
      build.onEnd(async ({ outputFiles = [], metafile }) => {
        await mkdir(outdir, { recursive: true });
        const modules = await Promise.all(
          outputFiles.map(async (file) => ({
            name: path.basename(file.path),
            code: await commonJsOf(file, production),
          })),
        );
        const { splitting, entryPoints = {} } = build.initialOptions;
        const entry = `${Object.keys(entryPoints)[0]}.js`;
        const files = splitting && metafile ? packModules(entry, modules, metafile) : modules;
        await Promise.all(files.map(async ({ name, code }) => writeFile(path.join(outdir, name), code)));
      });
    },
  };
}

/**
 * @param {import('esbuild').OutputFile} file
 * @param {boolean} production
 */
async function commonJsOf(file, production) {
  const { code } = await transform(requireVscodeDirectly(file.text), {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: production,
    sourcemap: production ? false : 'inline',
    sourcefile: path.basename(file.path),
    // `import('undici')` must be the `require` that VS Code patches for proxies.
    supported: { 'dynamic-import': false },
  });
  return code;
}

/**
 * For a namespace import, esbuild creates a copy of the module with a getter per name. VS Code's API has more
 * than five hundred, and dozens of files import it: that took a fifth of the loading time of all features.
 * @param {string} code an ES module as esbuild writes it
 */
function requireVscodeDirectly(code) {
  return code.replaceAll(/\bimport ?\* ?as (\w+) from ?"vscode";/g, 'const $1 = require("vscode");');
}
