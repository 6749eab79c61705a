import assert from 'node:assert/strict';
import { countByFolder, resultTable, survivorList } from '../../../scripts/mutation/results.mjs';
import { isInSample } from '../../../scripts/mutation/sample.mjs';
import { scopeOf, defaultSample, wholeFolders } from '../../../scripts/mutation/scope.mjs';
import { inProject } from '../../../scripts/project.mjs';

describe('The scope of the mutation tests', () => {
  it('has files and tests for every folder, and no file that needs VS Code', () => {
    for (const folder of wholeFolders) {
      const { files, tests } = scopeOf(folder);
      assert.ok(files.length > 0 && tests.length > 0, folder);
    }
    const { files } = scopeOf('src/features/queryResults');
    assert.ok(files.includes('src/features/queryResults/resultsState.ts'));
    assert.ok(!files.includes('src/features/queryResults/resultsPanel.ts'));
    assert.ok(!files.includes('src/features/queryResults/index.ts'), 'it loads files that need VS Code');
  });

  it('narrows to a folder or a file, and to the tests that load it', () => {
    const { whole, files, tests } = scopeOf('src/shared/csv/csvReader.ts');

    assert.deepEqual([whole, files], ['src/shared', ['src/shared/csv/csvReader.ts']]);
    assert.ok(tests.includes('test/unit/shared/csv/csvReader.test.ts'));
    assert.ok(!tests.includes('test/unit/shared/wildcard.test.ts'));
    assert.throws(() => scopeOf('bench'), /bench is in none of src\/shared, /);
  });

  it('has every file in one folder only', () => {
    const files = wholeFolders.flatMap((folder) => scopeOf(folder).files);

    assert.equal(new Set(files).size, files.length);
    assert.ok(scopeOf('src/platform/store').files.includes('src/platform/store/store.ts'));
  });

  it('leaves out tests that start the built platform, which has no mutants', () => {
    assert.ok(!scopeOf('src/platform').tests.includes('test/stress/crash.test.ts'));
    assert.ok(scopeOf('src/platform').tests.includes('test/platform/rules.test.ts'));
  });
});

describe('The results of the mutation tests', () => {
  const mutant = (file: string, status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored') => ({
    fileName: inProject(file),
    status,
    location: { start: { line: 3, column: 5 }, end: { line: 3, column: 9 } },
    mutatorName: 'BlockStatement',
    replacement: '{\n}',
  });
  const mutants = [
    mutant('src/platform/app.ts', 'Killed'),
    mutant('src/features/audit/a.ts', 'Killed'),
    mutant('src/features/audit/b/c.ts', 'Timeout'),
    mutant('src/features/audit/a.ts', 'Survived'),
    mutant('src/features/audit/a.ts', 'NoCoverage'),
    mutant('src/features/audit/a.ts', 'Ignored'),
    mutant('src/ui/log.ts', 'Ignored'),
  ];

  it('are counted by folder, a score below the bar is marked, and a folder without mutants has none', () => {
    assert.deepEqual(resultTable(countByFolder(mutants)).split('\n').slice(2), [
      '| `src/features/audit` | 2 | 1 | 1 | 1 | 50.0 % ✖ |',
      '| `src/platform` | 1 | 0 | 0 | 0 | 100.0 % |',
      '| `src/ui` | 0 | 0 | 0 | 1 | – |',
    ]);
  });

  it('list the mutants that no test noticed', () => {
    assert.deepEqual(survivorList(mutants).split('\n'), [
      'src/features/audit/a.ts:3:5 survived: BlockStatement → { }',
      'src/features/audit/a.ts:3:5 not covered: BlockStatement → { }',
    ]);
  });
});

describe('The sample of the mutation tests', () => {
  const lines = (start: number, end: number) => ({ start: { line: start }, end: { line: end } });
  const declaration = (name: string, line: number) => ({
    node: { type: 'FunctionDeclaration', id: { name }, loc: lines(line, line + 4) },
    parent: { type: 'Program' },
  });
  const names = Array.from({ length: 1000 }, (_, index) => `name${index}`);

  it('has about as many functions as requested, wherever they are', () => {
    const taken = names.filter((name) => isInSample(declaration(name, 1), 10));

    assert.ok(taken.length > 70 && taken.length < 130, String(taken.length));
    assert.deepEqual(
      names.filter((name) => isInSample(declaration(name, 50), 10)),
      taken,
    );
    assert.equal(names.filter((name) => isInSample(declaration(name, 1), 1)).length, names.length);
  });

  it('decides for members of a class one by one, and not for parts of a function', () => {
    const body = { type: 'ClassBody' };
    const method = { type: 'ClassMethod', key: { name: 'run' }, loc: lines(3, 5) };

    assert.equal(isInSample({ node: method, parent: body }, 1), true);
    assert.equal(
      isInSample({ node: { type: 'ClassDeclaration' }, parent: { type: 'Program' } }, 10),
      undefined,
    );
    assert.equal(isInSample({ node: { type: 'IfStatement' }, parent: method }, 10), undefined);
  });

  it('is larger when a folder is smaller', () => {
    assert.equal(defaultSample(scopeOf('src/platform/audit').files), 1);
    assert.equal(defaultSample(scopeOf('src/api').files), 4);
    assert.equal(defaultSample(scopeOf('src/language').files), 12);
  });
});
