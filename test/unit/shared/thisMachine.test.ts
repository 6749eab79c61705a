import assert from 'node:assert/strict';
import { isThisMachine } from '../../../src/shared/thisMachine';

describe('An address', () => {
  it('is of this machine when its host name can mean no other', () => {
    for (const [hostname, isHere] of [
      ['localhost', true],
      ['[::1]', true],
      ['127.0.0.1', true],
      ['127.10.200.30', true],
      ['127.0.0.1.example', false],
      ['127.evil.example', false],
      ['10.127.0.0.1', false],
      ['128.0.0.1', false],
      ['localhost.example', false],
      ['mylocalhost', false],
      ['[::2]', false],
      ['', false],
    ] as const) {
      assert.equal(isThisMachine(hostname), isHere, hostname);
    }
  });
});
