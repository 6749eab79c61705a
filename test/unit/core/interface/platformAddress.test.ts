import assert from 'node:assert/strict';
import { isPlatformAddress, isThisMachine } from '../../../../src/core/interface/platformAddress';

describe('An address', () => {
  it('is that of a platform if it has no password and is HTTP', () => {
    assert.deepEqual(
      [
        'https://a.example',
        'http://127.0.0.1:8080/gateway',
        'https://kim:secret@a.example',
        'https://kim@a.example',
        'https://:secret@a.example',
        'file:///etc/passwd',
        'a.example',
      ].map(isPlatformAddress),
      [true, true, false, false, false, false, false],
    );
  });

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
