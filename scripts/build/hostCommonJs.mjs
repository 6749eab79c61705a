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
        const modules = outputFiles.map((file) => ({
          name: path.basename(file.path),
          code: requireVscodeDirectly(file.text),
        }));
        const { splitting, entryPoints = {} } = build.initialOptions;
        const entry = `${Object.keys(entryPoints)[0]}.js`;
        const convert = (/** @type {string} */ code) => commonJsOf(code, production, entry);
        const files =
          splitting && metafile
            ? await packModules(entry, modules, metafile, convert)
            : await Promise.all(modules.map(async ({ name, code }) => ({ name, code: await convert(code) })));
        await Promise.all(files.map(async ({ name, code }) => writeFile(path.join(outdir, name), code)));
      });
    },
  };
}

/**
 * @param {string} module
 * @param {boolean} production
 * @param {string} sourcefile
 */
async function commonJsOf(module, production, sourcefile) {
  const { code } = await transform(module, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: production,
    sourcemap: production ? false : 'inline',
    sourcefile,
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
