import path from 'node:path';

/**
 * Moves each shared chunk into the first host that always loads it: reading a file costs more than compiling
 * it, the more so where VS Code looks at every `require`. Whoever else needs the chunk asks the host for it.
 *
 * @param {ReadonlyMap<string, string>} files CommonJS by file name
 * @param {readonly RegExp[]} hosts
 * @param {import('esbuild').Metafile} metafile
 * @returns {Map<string, string>} the files that are left
 */
export function joinChunks(files, hosts, metafile) {
  const imports = staticImports(metafile);
  const hostNames = [...files.keys()].filter((name) => hosts.some((host) => host.test(name)));
  hostNames.sort((one, other) => rank(one, hosts) - rank(other, hosts));
  /** @type {Map<string, string>} */
  const hostOf = new Map();
  for (const host of hostNames) {
    for (const chunk of alwaysLoadedBy(host, imports)) {
      if (!hostNames.includes(chunk) && !hostOf.has(chunk)) hostOf.set(chunk, host);
    }
  }
  const rewritten = new Map([...files].map(([name, code]) => [name, askHosts(name, code, hostOf)]));
  for (const host of hostNames) {
    const guests = [...rewritten].filter(([name]) => hostOf.get(name) === host);
    rewritten.set(host, hostCode(rewritten.get(host) ?? '', guests));
  }
  return new Map([...rewritten].filter(([name]) => !hostOf.has(name)));
}

/**
 * @param {string} name
 * @param {readonly RegExp[]} hosts
 */
function rank(name, hosts) {
  return hosts.findIndex((host) => host.test(name));
}

/**
 * @param {string} name
 * @param {string} code
 * @param {ReadonlyMap<string, string>} hostOf
 */
function askHosts(name, code, hostOf) {
  const self = hostOf.get(name) ?? name;
  return code.replaceAll(/\brequire\("\.\/([^"]+)"\)/g, (whole, /** @type {string} */ chunk) => {
    const host = hostOf.get(chunk);
    if (host === undefined) return whole;
    return host === self ? `$chunk("${chunk}")` : `require("./${host}").$chunk("${chunk}")`;
  });
}

/**
 * The static imports, and theirs; what is behind a promise is loaded later, if ever.
 *
 * @param {string} name
 * @param {ReadonlyMap<string, readonly string[]>} imports
 * @param {Set<string>} found
 */
function alwaysLoadedBy(name, imports, found = new Set()) {
  for (const chunk of imports.get(name) ?? []) {
    if (found.has(chunk)) continue;
    found.add(chunk);
    alwaysLoadedBy(chunk, imports, found);
  }
  return found;
}

/**
 * @param {import('esbuild').Metafile} metafile
 * @returns {Map<string, readonly string[]>}
 */
function staticImports({ outputs }) {
  return new Map(
    Object.entries(outputs).map(([file, { imports }]) => {
      const inside = imports.filter(({ kind, external }) => kind === 'import-statement' && external !== true);
      return [path.basename(file), inside.map((imported) => path.basename(imported.path))];
    }),
  );
}

/**
 * A module whose guests run when they are first asked for, as `require` would have it.
 *
 * @param {string} code
 * @param {readonly (readonly [string, string])[]} guests
 */
function hostCode(code, guests) {
  const functions = guests.map(([name, guest]) => `"${name}":(function(module,exports){${guest}})`);
  return `"use strict";
var $loaded={},$chunks={${functions.join(',\n')}};
function $chunk(name){var module=$loaded[name];if(!module){module=$loaded[name]={exports:{}};$chunks[name](module,module.exports)}return module.exports}
${code}
module.exports.$chunk=$chunk;
`;
}
