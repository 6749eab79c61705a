import assert from 'node:assert/strict';
import { bytesOf, needsMark, textOfBytes } from '../../../../src/features/drafts/storedQuery';

describe('The bytes of a query', () => {
  for (const marked of [false, true]) {
    it(`lead back to its text, ${marked ? 'with' : 'without'} a byte order mark`, () => {
      assert.equal(textOfBytes(bytesOf('table 로그 | limit 1', marked)), 'table 로그 | limit 1');
    });
  }

  it('are no text when they are not UTF-8', () => {
    // "로그" in EUC-KR, and in UTF-16 with its own mark.
    assert.equal(textOfBytes(Buffer.from([0xb7, 0xce, 0xb1, 0xd7])), undefined);
    assert.equal(textOfBytes(Buffer.from([0xff, 0xfe, 0x5c, 0xb8])), undefined);
  });

  it('get a byte order mark only when VS Code would read them as something else', () => {
    assert.deepEqual(
      [
        needsMark('utf8', false),
        needsMark(undefined, undefined),
        needsMark('euckr', false),
        needsMark('utf8', true),
      ],
      [false, false, true, true],
    );
  });
});
