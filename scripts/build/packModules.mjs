import path from 'node:path';
import { build } from 'esbuild';

/** Smaller packs are joined: each is a file to open. */
const minSize = 45_000;

/** @typedef {import('esbuild').Metafile['outputs'][string]} Output */
/** @typedef {{ name: string, code: string }} Module a module, or the file that it is written to */

/**
 * Packs the hundreds of chunks of a split bundle into few files: those that the entry point needs immediately are one
 * module again, the others are in one file per room or feature of the sources, and each of them still runs on first use.
 * @param {string} entry the file name of the entry point
 * @param {readonly Module[]} modules ES modules
 * @param {import('esbuild').Metafile} metafile
 * @param {(code: string) => Promise<string>} commonJsOf
 * @returns {Promise<readonly Module[]>} CommonJS modules
 */
export async function packModules(entry, modules, { outputs }, commonJsOf) {
  const byName = new Map(Object.entries(outputs).map(([file, output]) => [path.basename(file), output]));
  const immediate = immediateModules(entry, byName);
  /** @type {Map<string, Module[]>} */
  const folders = new Map();
  for (const { name, code } of modules.filter(({ name }) => !immediate.has(name))) {
    const folder = mainFolder(byName.get(name));
    folders.set(folder, [...(folders.get(folder) ?? []), { name, code: await commonJsOf(code) }]);
  }
  /** @type {Map<string, Module[]>} */
  const packs = new Map();
  for (const [folder, members] of folders) {
    const size = members.reduce((sum, { code }) => sum + code.length, 0);
    const file = `lazy-${size < minSize ? 'small' : folder}.js`;
    packs.set(file, [...(packs.get(file) ?? []), ...members]);
  }
  const fileOf = [...packs].flatMap(([file, members]) => members.map(({ name }) => [`./${name}`, file]));
  const first = modules.filter(({ name }) => immediate.has(name));
  return [
    { name: entry, code: entryFile(await joinModules(entry, first), Object.fromEntries(fileOf)) },
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
    const folder = /^src\/(?:core\/|extension\/(?:features\/)?)?(\w+)\//.exec(file)?.[1] ?? 'libraries';
    sizes.set(folder, (sizes.get(folder) ?? 0) + bytesInOutput);
  }
  const [largest] = [...sizes].sort(([, one], [, other]) => other - one);
  return largest?.[0] ?? 'libraries';
}

/**
 * One CommonJS module, which takes V8 two thirds of the time of many small ones. Its `modules` are those that the packs
 * import.
 * @param {string} entry
 * @param {readonly Module[]} modules
 */
async function joinModules(entry, modules) {
  const codes = new Map(modules.map(({ name, code }) => [`./${name}`, code]));
  const ids = [...codes.keys()].filter((id) => id !== `./${entry}`);
  const contents = [
    ...ids.map((id, index) => `import * as m${index} from "${id}";`),
    `export const modules = {${ids.map((id, index) => `"${id}": m${index}`).join()}};`,
    `export * from "./${entry}";`,
  ].join('');
  const { outputFiles } = await build({
    stdin: { contents },
    ...{ bundle: true, minify: true, write: false, format: 'cjs', platform: 'node', target: 'node20' },
    supported: { 'dynamic-import': false },
    plugins: [
      {
        name: 'joined-modules',
        setup(joined) {
          joined.onResolve({ filter: /.*/ }, ({ path: id }) =>
            codes.has(id) ? { path: id, namespace: 'joined' } : { path: id, external: true },
          );
          joined.onLoad({ filter: /.*/, namespace: 'joined' }, ({ path: id }) => ({
            contents: codes.get(id) ?? '',
          }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}

/** @param {readonly Module[]} modules */
function functionsOf(modules) {
  const functions = modules.map(({ name, code }) => `"./${name}":function(module,exports,require){${code}}`);
  return `{${functions.join(',\n')}}`;
}

/**
 * VS Code looks for the extension of a caller each time that it requires `vscode`, so modules are required once.
 * @param {string} code the modules that run immediately
 * @param {Readonly<Record<string, string>>} fileOf the files of all other modules
 */
function entryFile(code, fileOf) {
  return `const files=${JSON.stringify(fileOf)},loaded={};
function load(id){if(loaded[id])return loaded[id];
const file=files[id];if(!file)return loaded[id]=require(id);
const module={exports:{}};require("./"+file)[id](module,module.exports,load);return loaded[id]=module.exports}
(function(require){${code}})(load);Object.assign(loaded,module.exports.modules);`;
}
