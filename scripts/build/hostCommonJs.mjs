import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';

/**
 * Turns a bundled ES module into CommonJS, the only format that every supported VS Code loads. What stands behind
 * `await import()` is in the same file, and runs when it is first needed.
 *
 * @param {{ production: boolean, outdir: string }} options
 * @returns {import('esbuild').Plugin}
 */
export function hostCommonJs({ production, outdir }) {
  return {
    name: 'host-common-js',
    setup(build) {
      build.onEnd(async ({ outputFiles = [] }) => {
        await mkdir(outdir, { recursive: true });
        await Promise.all(
          outputFiles.map(async (file) =>
            writeFile(path.join(outdir, path.basename(file.path)), await commonJsOf(file, production)),
          ),
        );
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
 * Of a module that a file imports as a whole esbuild makes a copy, with a getter for each of its names. VS Code's
 * has more than five hundred, and dozens of files import it: that was a fifth of the time until all features are
 * loaded, and as much again as the least that reading the main file takes.
 *
 * @param {string} code an ES module as esbuild writes it
 */
function requireVscodeDirectly(code) {
  return code.replaceAll(/\bimport ?\* ?as (\w+) from ?"vscode";/g, 'const $1 = require("vscode");');
}
