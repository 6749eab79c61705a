import assert from 'node:assert/strict';
import { scopeOf } from '../../../scripts/mutation/scope.mjs';

describe('The scope of the mutation tests', () => {
  it('has no file that needs VS Code', async () => {
    const { files } = await scopeOf('src/features/queryResults');

    assert.ok(files.includes('src/features/queryResults/resultsState.ts'));
    assert.ok(!files.includes('src/features/queryResults/resultsPanel.ts'));
    assert.ok(!files.includes('src/features/queryResults/index.ts'), 'it loads files that need VS Code');
  });

  it('narrows to a folder or a file, and to the tests that load it', async () => {
    const { files, tests } = await scopeOf('src/shared/csv/csvReader.ts');

    assert.deepEqual(files, ['src/shared/csv/csvReader.ts']);
    assert.ok(tests.includes('test/unit/shared/csv/csvReader.test.ts'));
    assert.ok(!tests.includes('test/unit/shared/wildcard.test.ts'));
    await assert.rejects(scopeOf('bench'), /bench is in none of src\/shared, /);
  });

  it('has every file in one folder only, and no test that starts the built platform', async () => {
    const { files, tests } = await scopeOf('src/platform');

    assert.ok(!files.includes('src/platform/store/store.ts'));
    assert.ok((await scopeOf('src/platform/store')).files.includes('src/platform/store/store.ts'));
    assert.ok(tests.includes('test/platform/rules.test.ts'));
    assert.ok(!tests.includes('test/platform/process.test.ts'));
  });
});
