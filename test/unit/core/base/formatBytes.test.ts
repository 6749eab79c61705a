import assert from 'node:assert/strict';
import { formatBytes } from '../../../../src/core/base/formatBytes';

describe('A size in bytes', () => {
  it('is in steps of 1,024, with one digit after the point below 100', () => {
    const sizes = [0, 1023, 1024, 1536, 102_298, 102_400, 102_912, 1024 ** 3 * 1.44, 2n ** 63n];
    assert.deepEqual(sizes.map(formatBytes), [
      '0 B',
      '1,023 B',
      '1 KB',
      '1.5 KB',
      '99.9 KB',
      '100 KB',
      '101 KB',
      '1.4 GB',
      '8,192 PB',
    ]);
  });
});
