import { build } from 'esbuild';
import { projectFolder } from '../project.mjs';
import { filesIn } from '../sources.mjs';

/** The folders with code that runs on Node without VS Code. Parts that are folders of their own stand before the rest. */
export const wholeFolders = [
  ...['src/shared', 'src/api', 'src/language', 'src/sigma', 'src/code', 'src/assistant', 'src/ui'],
  ...['src/features/localPlatform', 'src/features/queryLanguage', 'src/features'],
  ...['src/platform/engine', 'src/platform/store', 'src/platform/audit', 'src/platform'],
  ...['media/auditLogs', 'media/sigmaImport', 'media'],
];

/** Tests with a store, a server or a process: an undetected mutant costs all tests that cover it. */
const slow = ['@duckdb/node-api', 'node:http', 'node:net', 'node:child_process'];

/**
 * The files of a folder to change, and the tests that load any of them: those about its part of the product, and
 * others that are quick. Tests that start the built platform do not run the changed code.
 * @param {string} folder one of the whole folders, a folder inside of one, or a file
 * @returns {Promise<{ files: string[], tests: string[] }>}
 */
export async function scopeOf(folder) {
  const whole = wholeOf(folder);
  if (whole === undefined) throw new Error(`${folder} is in none of ${wholeFolders.join(', ')}.`);
  const about = whole.startsWith('media') ? '/media/' : `/${whole.split('/')[1]}`;
  const ofTests = ['test/unit', 'test/platform'].flatMap(filesIn).filter((name) => name.endsWith('.test.ts'));
  const tests = (await loadedBy(ofTests)).filter(
    ({ file, loaded }) =>
      !loaded.has('test/support/platform.ts') &&
      (file.includes(about) || !slow.some((name) => loaded.has(name))),
  );
  const tested = new Set(tests.flatMap(({ loaded }) => [...loaded]));
  const own = filesIn(folder).filter((file) => isMutable(file) && wholeOf(file) === whole);
  // Pages run in a browser, so only files that a test loads on Node are included.
  const files = (await loadedBy(own))
    .filter(({ file, loaded }) => (whole.startsWith('media') ? tested.has(file) : !loaded.has('vscode')))
    .map(({ file }) => file);
  return {
    files,
    tests: tests.filter(({ loaded }) => files.some((file) => loaded.has(file))).map(({ file }) => file),
  };
}

/** @param {string} name of a folder or a file */
function wholeOf(name) {
  return wholeFolders.find((whole) => `${name}/`.startsWith(`${whole}/`));
}

/** @param {string} file */
function isMutable(file) {
  return file.endsWith('.ts') && !/\.(d|generated|generated\.terms)\.ts$/.test(file);
}

/**
 * Files, each with everything that it loads, packages by name.
 * @param {readonly string[]} files
 */
async function loadedBy(files) {
  const { metafile } = await build({
    entryPoints: [...files],
    absWorkingDir: projectFolder,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  return files.map((file) => {
    const loaded = new Set([file]);
    // Iterating over a growing set visits new items too.
    for (const name of loaded) for (const next of metafile.inputs[name]?.imports ?? []) loaded.add(next.path);
    return { file, loaded };
  });
}
