import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

/** Who may import whom: to the right only. `extension → features → ui → api → shared`. */
const worlds = {
  shared: [],
  language: ['shared'],
  api: ['shared'],
  ui: ['api', 'shared'],
  sigma: ['language', 'shared'],
  features: ['ui', 'api', 'sigma', 'language', 'shared'],
  cli: ['sigma', 'api', 'language', 'shared'],
  platform: ['language', 'shared'],
};

const everyWorld = Object.keys(worlds);

const worldZones = everyWorld.map((world) => ({
  target: `./src/${world}`,
  from: [
    ...everyWorld.filter((other) => other !== world && !worlds[world].includes(other)),
    'extension.ts',
    'entrances.ts',
    'openFeatures.ts',
  ].map((other) => `./src/${other}`),
  message: `src/${world} may import only ${worlds[world].join(', ') || 'itself'}.`,
}));

const features = [
  'connections',
  'explorer',
  'scheduledQueries',
  'drafts',
  'queryLanguage',
  'queries',
  'queryResults',
  'tables',
].concat(['rules', 'uploads', 'audit', 'localPlatform']);

const featureZones = features.map((feature) => ({
  target: `./src/features/${feature}`,
  from: './src/features',
  except: [`./${feature}`],
  message: 'No feature imports another: introduce them to each other in openFeatures.ts.',
}));

const noVscode = { name: 'vscode', message: 'This world runs without VS Code.' };
const noUndici = { name: 'undici', message: 'Only src/api/transport.ts talks to the network.' };

export default tseslint.config(
  { ignores: ['dist/**', 'out/**', '.cache/**', 'node_modules/**', '**/*.generated.*'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { 'import-x': importX },
    languageOptions: {
      parserOptions: { project: ['./tsconfig.json', './media/tsconfig.json', './test/pages/tsconfig.json'] },
    },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ alwaysTryTypes: true })],
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { zones: [...worldZones, ...featureZones] }],
      'no-restricted-imports': ['error', { paths: [noUndici] }],
      complexity: ['error', 10],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['src/**/*.ts', 'media/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/{shared,language,api,sigma,cli,platform}/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [noVscode, noUndici] }] },
  },
  {
    files: ['src/api/transport.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: [noVscode] }] },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // `await using _ = …` holds something for the length of a test.
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$' }],
    },
  },
);
