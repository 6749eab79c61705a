import { readdirSync } from 'node:fs';
import { javascriptRules, typescriptRules } from './scripts/lint/rules.mjs';

/** Who may import whom: to the right only. `extension → features → ui → api → shared`. */
const layers = {
  shared: [],
  language: ['shared'],
  api: ['shared'],
  ui: ['api', 'shared'],
  sigma: ['language', 'shared'],
  assistant: ['results', 'sigma', 'api', 'language', 'shared'],
  code: ['api', 'language', 'shared'],
  backtest: ['api', 'language', 'shared'],
  results: ['language', 'shared'],
  notebook: ['results', 'code', 'api', 'language', 'shared'],
  features: [
    'ui',
    'notebook',
    'results',
    'code',
    'backtest',
    'assistant',
    'sigma',
    'api',
    'language',
    'shared',
  ],
  cli: ['notebook', 'code', 'backtest', 'assistant', 'sigma', 'api', 'language', 'shared'],
  platform: ['language', 'shared'],
  // What only tests load.
  testing: ['ui', 'shared'],
};

const withVscode = ['ui', 'features', 'testing'];
const entries = ['extension', 'entryPoints', 'loadFailure', 'openFeatures'];
const features = readdirSync(new URL('src/features', import.meta.url));

const noVscode = { name: 'vscode', message: 'This folder runs without VS Code.' };
const noUndici = {
  name: 'undici',
  message: 'Only src/api/transport.ts and src/api/dispatcher.ts talk to the network.',
};

const onlyShared = {
  regex: `^(\\.\\./)+src/(${Object.keys(layers)
    .filter((name) => name !== 'shared')
    .join('|')})/`,
  message: 'Pages may import only src/shared.',
};

/** @param {string} layer */
function forbiddenAbove(layer) {
  const allowed = [layer, ...layers[layer]];
  const others = [...Object.keys(layers), ...entries].filter((name) => !allowed.includes(name));
  return {
    regex: `^(\\.\\./)+(${others.join('|')})(/|$)`,
    message: `src/${layer} may import only ${layers[layer].join(', ') || 'itself'}.`,
  };
}

/**
 * One entry of the configuration for the imports of some files: the last entry that names a file replaces the others.
 * @param {string} files
 * @param {string} layer
 * @param {{ paths?: object[], patterns?: object[] }} more
 */
function imports(files, layer, { paths = [noUndici], patterns = [] } = {}) {
  const allPaths = withVscode.includes(layer) ? paths : [noVscode, ...paths];
  const allPatterns = [forbiddenAbove(layer), ...patterns];
  return {
    files: [files],
    rules: { 'no-restricted-imports': ['error', { paths: allPaths, patterns: allPatterns }] },
  };
}

/** @param {string} feature */
function importsOfFeature(feature) {
  const others = features.filter((name) => name !== feature);
  return imports(`src/features/${feature}/**/*.ts`, 'features', {
    patterns: [
      {
        regex: `^\\.\\./(${others.join('|')})(/|$)`,
        message: 'No feature imports another: introduce them to each other in openFeatures.ts.',
      },
    ],
  });
}

export default {
  plugins: ['typescript', 'import', 'unicorn', 'oxc'],
  categories: { correctness: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['dist/**', 'out/**', '.cache/**', '**/*.generated.*'],
  rules: javascriptRules,
  overrides: [
    { files: ['**/*.ts'], rules: typescriptRules },
    {
      files: ['src/**/*.ts', 'media/**/*.ts'],
      rules: {
        'max-lines': ['error', { max: 300 }],
        'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
        'no-console': 'error',
        'import/no-cycle': ['error', { ignoreTypes: false }],
      },
    },
    ...Object.keys(layers).map((layer) => imports(`src/${layer}/**/*.ts`, layer)),
    ...features.map(importsOfFeature),
    {
      files: ['media/**/*.ts'],
      rules: { 'no-restricted-imports': ['error', { patterns: [onlyShared] }] },
    },
    imports('src/api/transport.ts', 'api', { paths: [] }),
    imports('src/api/dispatcher.ts', 'api', { paths: [] }),
    {
      files: ['test/**/*.ts', 'bench/**/*.ts'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        // `await using _ = …` holds something for the length of a test.
        'no-unused-vars': ['error', { varsIgnorePattern: '^_$' }],
      },
    },
  ],
};
