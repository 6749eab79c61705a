import assert from 'node:assert/strict';
import { scopeOf } from '../../../scripts/mutation/scope.mjs';

describe('The scope of the mutation tests', () => {
  it('narrows to a folder or a file, and to the tests that load it', async () => {
    const { files, tests } = await scopeOf('src/shared/csv/csvReader.ts');

    assert.deepEqual(files, ['src/shared/csv/csvReader.ts']);
    assert.ok(tests.includes('test/unit/shared/csv/csvReader.test.ts'));
    assert.ok(!tests.includes('test/unit/shared/wildcard.test.ts'));
    await assert.rejects(scopeOf('bench'), /bench is in none of src\/shared, /);
  });
});
