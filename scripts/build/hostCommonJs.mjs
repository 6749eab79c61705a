import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';

/**
 * Converts a bundled ES module to CommonJS, the only format that every supported VS Code loads. Modules of
 * `await import()` are in the same file and run on first use.
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
 * For a namespace import, esbuild creates a copy of the module with a getter per name. VS Code's API has more
 * than five hundred, and dozens of files import it: that took a fifth of the loading time of all features.
 * @param {string} code an ES module as esbuild writes it
 */
function requireVscodeDirectly(code) {
  return code.replaceAll(/\bimport ?\* ?as (\w+) from ?"vscode";/g, 'const $1 = require("vscode");');
}
