import assert from 'node:assert/strict';
import { mappingPaths } from '../../../../../src/extension/features/sigma/mappingPaths';

describe('The mapping of a folder of Sigma rules', () => {
  it('is the nearest one up to the root, and in each folder that of the connection first', () => {
    assert.deepEqual(mappingPaths('/w/rules/windows', '/w', { name: 'Lab' }), [
      '/w/rules/windows/sigma-map.Lab.yaml',
      '/w/rules/windows/sigma-map.yaml',
      '/w/rules/sigma-map.Lab.yaml',
      '/w/rules/sigma-map.yaml',
      '/w/sigma-map.Lab.yaml',
      '/w/sigma-map.yaml',
    ]);
  });

  it('is in the folder itself when that is the root, and a general one without a connection', () => {
    assert.deepEqual(mappingPaths('/w', '/w', undefined), ['/w/sigma-map.yaml']);
    assert.deepEqual(mappingPaths('/', '/', undefined), ['/sigma-map.yaml']);
  });

  it('is never in another folder, whatever the name of the connection', () => {
    const paths = mappingPaths('/w', '/w', { name: '../other/Lab' });
    assert.deepEqual(
      paths.map((path) => path.split('/').length),
      [3, 3],
    );
    assert.ok(paths.every((path) => path.startsWith('/w/sigma-map.')));
  });
});
