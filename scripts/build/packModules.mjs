import path from 'node:path';

/** Smaller packs are joined: each is a file to open. */
const minSize = 38_500;

/** @typedef {import('esbuild').Metafile['outputs'][string]} Output */
/** @typedef {{ name: string, code: string }} Module a CommonJS module, or the file that it is written to */

/**
 * Packs the hundreds of chunks of a split bundle into few files: those that the entry point needs immediately into
 * its own, the others into one per folder of the sources. Each chunk still runs on first use.
 * @param {string} entry the file name of the entry point
 * @param {readonly Module[]} modules
 * @param {import('esbuild').Metafile} metafile
 * @returns {readonly Module[]}
 */
export function packModules(entry, modules, { outputs }) {
  const byName = new Map(Object.entries(outputs).map(([file, output]) => [path.basename(file), output]));
  const immediate = immediateModules(entry, byName);
  /** @type {Map<string, Module[]>} */
  const folders = new Map();
  for (const module of modules.filter(({ name }) => !immediate.has(name))) {
    const folder = mainFolder(byName.get(module.name));
    folders.set(folder, [...(folders.get(folder) ?? []), module]);
  }
  /** @type {Map<string, Module[]>} */
  const packs = new Map();
  for (const [folder, members] of folders) {
    const size = members.reduce((sum, { code }) => sum + code.length, 0);
    const file = `lazy-${size < minSize ? 'small' : folder}.js`;
    packs.set(file, [...(packs.get(file) ?? []), ...members]);
  }
  const fileOf = [...packs].flatMap(([file, members]) => members.map(({ name }) => [name, file]));
  const first = modules.filter(({ name }) => immediate.has(name));
  return [
    { name: entry, code: entryFile(entry, first, Object.fromEntries(fileOf)) },
    ...[...packs].map(([name, members]) => ({ name, code: `module.exports=${functionsOf(members)};` })),
  ];
}

/**
 * The modules that run as soon as the entry point does.
 * @param {string} entry
 * @param {ReadonlyMap<string, Output>} byName
 */
function immediateModules(entry, byName) {
  const immediate = new Set([entry]);
  for (const name of immediate) {
    for (const { path: file, kind, external } of byName.get(name)?.imports ?? [])
      if (kind === 'import-statement' && !external) immediate.add(path.basename(file));
  }
  return immediate;
}

/**
 * The folder of the sources that most of a chunk comes from.
 * @param {Output | undefined} output
 */
function mainFolder(output) {
  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (const [file, { bytesInOutput }] of Object.entries(output?.inputs ?? {})) {
    const folder = /^src\/(?:features\/)?(\w+)\//.exec(file)?.[1] ?? 'libraries';
    sizes.set(folder, (sizes.get(folder) ?? 0) + bytesInOutput);
  }
  const [largest] = [...sizes].sort(([, one], [, other]) => other - one);
  return largest?.[0] ?? 'libraries';
}

/** @param {readonly Module[]} modules */
function functionsOf(modules) {
  // Parentheses make V8 compile the function that runs right away once instead of twice.
  const functions = modules.map(({ name, code }) => `"${name}":(function(module,exports,require){${code}})`);
  return `{${functions.join(',\n')}}`;
}

/**
 * @param {string} entry
 * @param {readonly Module[]} modules
 * @param {Readonly<Record<string, string>>} fileOf the files of all other modules
 */
function entryFile(entry, modules, fileOf) {
  return `const functions=${functionsOf(modules)},files=${JSON.stringify(fileOf)},loaded={};
function load(id){const name=id.slice(2);
if(loaded[name])return loaded[name].exports;
if(!functions[name]){if(!files[name])return require(id);Object.assign(functions,require("./"+files[name]))}
const module=loaded[name]={exports:{}};functions[name](module,module.exports,load);return module.exports}
module.exports=load("./${entry}");`;
}
