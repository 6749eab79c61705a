import { readdirSync } from 'node:fs';
import { javascriptRules, typescriptRules } from './scripts/lint/rules.mjs';

/** The rooms of `src/core`, and those that each may import. */
const rooms = {
  base: [],
  time: ['base'],
  interface: ['base', 'time'],
  pages: ['base', 'interface', 'time'],
  language: ['base', 'interface', 'time'],
  chart: ['base', 'interface', 'pages', 'time'],
  results: ['base', 'interface', 'language', 'pages', 'time'],
  privacy: ['base', 'interface', 'language', 'pages', 'results', 'time'],
  sigma: ['base', 'interface', 'language', 'privacy', 'time'],
  api: ['base', 'interface', 'time'],
  project: ['api', 'base', 'interface', 'language', 'pages', 'time'],
  backtest: ['api', 'base', 'interface', 'language', 'time'],
  notebook: [
    'api',
    'base',
    'chart',
    'interface',
    'language',
    'pages',
    'privacy',
    'project',
    'results',
    'time',
  ],
  assistant: ['api', 'base', 'interface', 'language', 'privacy', 'sigma', 'time'],
};
const allRooms = Object.keys(rooms);

/** The rooms of the core that each program may import. */
const programs = {
  extension: allRooms,
  cli: allRooms,
  platform: ['base', 'interface', 'language', 'time'],
};

const features = readdirSync(new URL('src/extension/features', import.meta.url));

const noVscode = { name: 'vscode', message: 'This folder runs without VS Code.' };
const noUndici = {
  name: 'undici',
  message: 'Only src/core/api/transport.ts and dispatcher.ts talk to the network.',
};

const forbiddenToPages = allRooms.filter(
  (room) => !['base', 'chart', 'interface', 'pages', 'privacy', 'time'].includes(room),
);

const ofPages = {
  regex: `^(\\.\\./)+src/(extension|cli|platform|core/(${forbiddenToPages.join('|')}))/`,
  message: 'Pages may import only src/core/base, chart, interface, pages, privacy and time.',
};

/** @param {string} room */
function importsOfRoom(room, paths = [noVscode, noUndici]) {
  const allowed = [room, ...rooms[room]];
  const others = allRooms.filter((name) => !allowed.includes(name));
  return imports(`src/core/${room}/**/*.ts`, paths, {
    regex: `^(\\.\\./)+(${[...others, ...Object.keys(programs)].join('|')})/`,
    message: `src/core/${room} may import only ${rooms[room].join(', ') || 'itself'}.`,
  });
}

/**
 * @param {string} program
 * @param {string} files
 * @param {object[]} more
 */
function importsOfProgram(program, files, ...more) {
  const others = Object.keys(programs).filter((name) => name !== program);
  const forbidden = allRooms
    .filter((name) => !programs[program].includes(name))
    .map((name) => `core/${name}`);
  const paths = program === 'extension' ? [noUndici] : [noVscode, noUndici];
  return imports(
    files,
    paths,
    {
      regex: `^(\\.\\./)+(${[...others, ...forbidden].join('|')})/`,
      message: `src/${program} may import only src/core/${programs[program].join(', ')}.`,
    },
    ...more,
  );
}

/**
 * One entry of the configuration for the imports of some files: the last entry that names a file replaces the others.
 * @param {string} files
 * @param {object[]} paths
 * @param {object[]} patterns
 */
function imports(files, paths, ...patterns) {
  return { files: [files], rules: { 'no-restricted-imports': ['error', { paths, patterns }] } };
}

/** @param {string} feature */
function importsOfFeature(feature) {
  const others = features.filter((name) => name !== feature);
  return importsOfProgram('extension', `src/extension/features/${feature}/**/*.ts`, {
    regex: `^(\\.\\./)+((${others.join('|')})(/|$)|openFeatures|entryPoints|testing)`,
    message: 'No feature imports another: introduce them to each other in openFeatures.ts.',
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
    ...allRooms.map((room) => importsOfRoom(room)),
    ...Object.keys(programs).map((program) => importsOfProgram(program, `src/${program}/**/*.ts`)),
    importsOfProgram('extension', 'src/extension/ui/**/*.ts', {
      regex: '^(\\.\\./)+(features|openFeatures|entryPoints|testing)',
      message: 'src/extension/ui knows no feature.',
    }),
    ...features.map(importsOfFeature),
    {
      files: ['media/**/*.ts'],
      rules: { 'no-restricted-imports': ['error', { patterns: [ofPages] }] },
    },
    imports('src/core/api/{transport,dispatcher}.ts', [noVscode]),
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
