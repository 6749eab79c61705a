import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inProject } from '../project.mjs';

/** Tests that use a platform to test something else, such as the query language, would take many minutes. */
const platformTests =
  /^test\/unit\/platform\/|^test\/platform\/(?!sigma|code|cli|assistant|timechart|furtherC|textL|query[CV])|^test\/stress\/(?!code|load|query)/;

/**
 * The folders with code that runs on Node without VS Code, and their tests. Other tests of test/unit that
 * need neither a store nor a server also run: an undetected mutant costs all tests that cover it.
 */
const testsOf = {
  'src/shared': /^test\/unit\/shared\//,
  'src/api': /^test\/unit\/api\//,
  'src/language': /^test\/unit\/language\//,
  'src/sigma': /^test\/(unit|platform|fuzz)\/sigma/,
  'src/code': /^test\/(unit|platform|stress)\/code/,
  'src/assistant': /^test\/(unit|platform)\/assistant\//,
  'src/ui': /^test\/unit\/ui\//,
  'src/features/localPlatform': /^test\/unit\/features\/localPlatform/,
  'src/features/queryLanguage': /^test\/unit\/features\/queryLanguage/,
  'src/features': /^test\/(unit\/features\/|platform\/(fileUpload|sigmaImport)\.)/,
  'src/platform/engine':
    /^test\/unit\/platform\/|^test\/platform\/(query|furtherC|time|textL|liveC)|^test\/(fuzz\/differential|stress\/(query|damagedStore))/,
  'src/platform/store': platformTests,
  'src/platform/audit': platformTests,
  'src/platform': platformTests,
  'media/auditLogs': /^test\/unit\/media\//,
  'media/sigmaImport': /^test\/unit\/media\//,
  media: /^test\/unit\/media\//,
};

export const wholeFolders = /** @type {(keyof typeof testsOf)[]} */ (Object.keys(testsOf));

/**
 * The files of a folder to change, and the tests that load any of them.
 * @param {string} folder one of the whole folders, a folder inside of one, or a file
 * @returns {{ whole: string, files: string[], tests: string[] }}
 */
export function scopeOf(folder) {
  const whole = wholeOf(folder);
  if (whole === undefined) throw new Error(`${folder} is in none of ${wholeFolders.join(', ')}.`);
  const tests = testFiles().filter((file) => fits(file, testsOf[whole]));
  const tested = new Set(tests.flatMap((file) => [...loadedBy(file)]));
  const files = filesIn(whole).filter(
    (file) => wholeOf(file) === whole && `${file}/`.startsWith(`${folder}/`) && runsOnNode(file, tested),
  );
  const changed = new Set(files);
  return {
    whole,
    files,
    tests: tests.filter((file) => [...loadedBy(file)].some((name) => changed.has(name))),
  };
}

/**
 * One in how many functions of the files is tried, unless the caller wants another sample. The fewer lines a folder
 * has, the more of them, because a sample of few functions says little.
 * @param {readonly string[]} files
 * @returns {number}
 */
export function defaultSample(files) {
  const counts = files.map((file) => readFileSync(inProject(file), 'utf8').split('\n').length);
  const lines = counts.reduce((sum, count) => sum + count, 0);
  if (lines < 1000) return 1;
  return lines < 3000 ? 4 : 12;
}

/**
 * Parts that are folders of their own stand before the rest.
 * @param {string} name of a folder or a file
 */
function wholeOf(name) {
  return wholeFolders.find((whole) => `${name}/`.startsWith(`${whole}/`));
}

const slow = ['@duckdb/node-api', 'node:http', 'node:net', 'node:child_process'];

/**
 * Tests that start the built programs do not run the changed code.
 * @param {string} test
 * @param {RegExp} about
 */
function fits(test, about) {
  const names = loadedBy(test);
  if ([...names].some(startsBuiltProgram)) return false;
  return about.test(test) || (test.startsWith('test/unit/') && !slow.some((name) => names.has(name)));
}

/** @param {string} name of a file or a package */
function startsBuiltProgram(name) {
  if (!name.startsWith('test/') || !name.endsWith('.ts')) return false;
  return name === 'test/support/platform.ts' || readFileSync(inProject(name), 'utf8').includes("'cli.js'");
}

/**
 * Pages run in a browser, so only files that a test loads on Node are included.
 * @param {string} file
 * @param {ReadonlySet<string>} tested
 */
function runsOnNode(file, tested) {
  return file.startsWith('media/') ? tested.has(file) : !loadedBy(file).has('vscode');
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((name) => name.endsWith('.ts') && !/\.(d|generated|generated\.terms)\.ts$/.test(name))
    .sort();
}

function testFiles() {
  return ['test/unit', 'test/platform', 'test/stress', 'test/fuzz']
    .flatMap(filesIn)
    .filter((name) => name.endsWith('.test.ts'));
}

/** @type {Map<string, Set<string>>} */
const loaded = new Map();

/**
 * A file and everything that it loads, packages by name.
 * @param {string} file
 * @returns {ReadonlySet<string>}
 */
function loadedBy(file) {
  const known = loaded.get(file);
  if (known !== undefined) return known;
  const found = new Set([file]);
  // Iterating over a growing set visits new items too.
  for (const name of found) for (const next of importsOf(name)) found.add(next);
  loaded.set(file, found);
  return found;
}

/** @type {Map<string, string[]>} */
const imports = new Map();

/**
 * Types are not loaded.
 * @param {string} file
 * @returns {string[]}
 */
function importsOf(file) {
  const known = imports.get(file);
  if (known !== undefined) return known;
  if (!/\.(ts|mjs)$/.test(file)) return [];
  const text = readFileSync(inProject(file), 'utf8');
  const found = [...text.matchAll(/^(?:import|export|\} from)\b(?! type\b)[^;'"]*['"]([^'"]+)['"]/gm)];
  const names = found.flatMap(([, name]) => (name === undefined ? [] : [resolve(file, name)]));
  imports.set(file, names);
  return names;
}

/**
 * @param {string} from
 * @param {string} name
 */
function resolve(from, name) {
  if (!name.startsWith('.')) return name;
  const target = path.posix.join(path.posix.dirname(from), name);
  return [`${target}.ts`, `${target}/index.ts`].find((file) => existsSync(inProject(file))) ?? target;
}
