import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';
import { joinChunks } from './joinChunks.mjs';

/**
 * Turns split ES modules into CommonJS, the only format that every supported VS Code loads. A chunk behind
 * `await import()` stays a file of its own, so that it costs nothing before it is needed.
 *
 * @param {{ production: boolean, outdir: string, hosts: readonly RegExp[] }} options `hosts` are the files
 *   that in production hold the chunks which they always load
 * @returns {import('esbuild').Plugin}
 */
export function splitCommonJs({ production, outdir, hosts }) {
  return {
    name: 'split-common-js',
    setup(build) {
      build.onEnd(async ({ outputFiles = [], metafile }) => {
        /** @type {Map<string, string>} */
        const files = new Map();
        for (const file of outputFiles) {
          files.set(path.basename(file.path), await commonJsOf(file, production));
        }
        await mkdir(outdir, { recursive: true });
        const written = production && metafile ? joinChunks(files, hosts, metafile) : files;
        await Promise.all([...written].map(([name, code]) => writeFile(path.join(outdir, name), code)));
      });
    },
  };
}

/**
 * @param {import('esbuild').OutputFile} file
 * @param {boolean} production
 */
async function commonJsOf(file, production) {
  const { code } = await transform(file.text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: production,
    sourcemap: production ? false : 'inline',
    sourcefile: path.basename(file.path),
    supported: { 'dynamic-import': false },
  });
  return code;
}
