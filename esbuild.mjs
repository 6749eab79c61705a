import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, context, stop } from 'esbuild';
import { hostCommonJs } from './scripts/build/hostCommonJs.mjs';

const { values } = parseArgs({
  options: {
    watch: { type: 'boolean' },
    production: { type: 'boolean', default: false },
    outdir: { type: 'string', default: 'dist' },
  },
});
const { production } = values;
const outdir = path.resolve(values.outdir);
const manifest = JSON.parse(await readFile('package.json', 'utf8'));

const common = {
  bundle: true,
  // Korean text would take twice the bytes as escapes.
  charset: 'utf8',
  minify: production,
  // Inside the file it would be read at each of the many starts and by each of the many pages of a test run.
  sourcemap: production ? false : 'linked',
  logLevel: 'warning',
};
const node = { ...common, platform: 'node', target: 'node20' };

const executable = {
  name: 'executable',
  setup(pluginBuild) {
    const files = Object.keys(pluginBuild.initialOptions.entryPoints).map((name) =>
      path.join(outdir, `${name}.js`),
    );
    pluginBuild.onEnd(async () => {
      for (const file of files) await chmod(file, 0o755).catch(() => undefined);
    });
  },
};

async function pageEntries() {
  const names = await readdir('media/pages').catch(() => []);
  return names.filter((name) => /\.(ts|css)$/.test(name)).map((name) => path.join('media/pages', name));
}

const inHost = {
  ...node,
  outdir,
  format: 'esm',
  sourcemap: production ? false : 'inline',
  write: false,
  plugins: [hostCommonJs({ production, outdir })],
};

/** Styles as text that apply only inside the outputs of a notebook, which share one document. */
const scopedStyles = {
  name: 'scoped styles',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^scoped:/ }, ({ path: name }) => ({ path: name, namespace: 'scoped' }));
    onLoad({ filter: /.*/, namespace: 'scoped' }, async ({ path: name }) => {
      const entry = path.join('media/notebook', name.slice('scoped:'.length));
      const { outputFiles, metafile } = await build({
        ...{ bundle: true, minify: true, write: false, metafile: true, charset: 'utf8' },
        entryPoints: [entry],
      });
      const scoped = outputFiles[0].text.replaceAll(':root', ':scope');
      return {
        contents: `@scope (.logbench-cell) {${scoped}}`,
        loader: 'text',
        watchFiles: Object.keys(metafile.inputs).map((file) => path.resolve(file)),
      };
    });
  },
};

/** What the client uses of undici. All of it would be twice as large. */
const undiciParts = `
Object.assign(require('undici/lib/dispatcher/dispatcher').prototype, require('undici/lib/api'));
exports.Agent = require('undici/lib/dispatcher/agent');
exports.Pool = require('undici/lib/dispatcher/pool');
exports.ProxyAgent = require('undici/lib/dispatcher/proxy-agent');
`;

const bundles = [
  // By itself: it is all that activation reads.
  {
    ...inHost,
    entryPoints: { extension: 'src/extension/extension.ts' },
    external: ['vscode', './loadFailure', './openFeatures', './testing'],
  },
  // By itself: it is read only if the features cannot be.
  { ...inHost, entryPoints: { loadFailure: 'src/extension/loadFailure.ts' }, external: ['vscode'] },
  {
    ...inHost,
    entryPoints: { openFeatures: 'src/extension/openFeatures.ts' },
    external: ['vscode', 'undici'],
    // Reading everything took longer than all else until the first feature responds. One file has a source map.
    splitting: production,
    metafile: production,
  },
  // What tests need of the extension host is not in the package.
  ...(production
    ? []
    : [{ ...inHost, entryPoints: { testing: 'src/extension/testing.ts' }, external: ['vscode'] }]),
  {
    // VS Code lends its proxy support to a module that is required as 'undici'; inlined it would get none.
    ...node,
    stdin: { contents: undiciParts, resolveDir: import.meta.dirname },
    outfile: path.join(outdir, 'node_modules/undici/index.js'),
    format: 'cjs',
  },
  {
    ...node,
    entryPoints: { platform: 'src/platform/main.ts' },
    outdir,
    format: 'cjs',
    banner: { js: '#!/usr/bin/env node' },
    // Native: only what loads the binary stays a module of its own. The hundred files around it load faster as one.
    external: ['@duckdb/node-bindings'],
    plugins: [executable],
  },
  {
    ...node,
    entryPoints: { cli: 'src/cli/main.ts' },
    define: { logbenchVersion: JSON.stringify(manifest.version) },
    outdir,
    format: 'cjs',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [executable],
  },
  {
    ...common,
    entryPoints: await pageEntries(),
    outdir: path.join(outdir, 'pages'),
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    tsconfig: 'media/tsconfig.json',
  },
  {
    // VS Code imports the renderer of notebooks as a module.
    ...common,
    entryPoints: { notebookRenderer: 'media/notebook/notebookRenderer.ts' },
    outdir: path.join(outdir, 'pages'),
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    tsconfig: 'media/tsconfig.json',
    plugins: [scopedStyles],
  },
];

const buildStarted = 'Build started.';
const building = new Set(bundles);

await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });
// Node reads the nearest manifest before it runs a file, and that of the extension has 100 KB.
await writeFile(path.join(outdir, 'package.json'), '{"type":"commonjs"}');
if (values.watch) {
  // A watching esbuild process outlives a killed parent, and keeps its output open.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.once(signal, () => void stop().finally(() => process.exit()));
  }
  console.log(buildStarted);
  await Promise.all(bundles.map(async (bundle) => (await context(withProgress(bundle))).watch()));
} else {
  await Promise.all(bundles.map((bundle) => build(bundle)));
}

/** Prints when the first of the bundles begins to be built and when the last is written: the Watch task waits for it. */
function withProgress(bundle) {
  const progress = {
    name: 'progress',
    setup({ onStart, onEnd }) {
      onStart(() => {
        if (building.size === 0) console.log(buildStarted);
        building.add(bundle);
      });
      onEnd(() => {
        building.delete(bundle);
        if (building.size === 0) console.log('Build finished, watching for changes.');
      });
    },
  };
  return { ...bundle, plugins: [...(bundle.plugins ?? []), progress] };
}
