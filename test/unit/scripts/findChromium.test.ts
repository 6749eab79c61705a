import assert from 'node:assert/strict';
import { findChromium } from '../../../scripts/browser/findChromium.mjs';

describe('The browser of the tests', () => {
  const none = { find: () => Promise.resolve(undefined), condition: 'another machine' };
  const broken = {
    find: () => Promise.reject(new Error('It could not be fetched: no network.')),
    condition: '',
  };
  const found = (executablePath: string): typeof none => ({
    find: () => Promise.resolve({ executablePath } as never),
    condition: '',
  });

  for (const [what, name, expected] of [
    ['comes from the first source that has one', '', 'a'],
    ['comes from the source that is named, also when another would come first', 'second', 'b'],
    ['can be named by its path', process.execPath, process.execPath],
  ] as const) {
    it(what, async () => {
      const sources = { none, broken, first: found('a'), second: found('b') };
      assert.equal((await findChromium(name, sources)).executablePath, expected);
    });
  }

  it('is explained with all reasons and what to install when no source has one', async () => {
    await assert.rejects(
      findChromium('', { none, broken }),
      /^Error: There is no browser for the tests\. It could not be fetched: no network\. Install Chrome, Edge or Chromium/,
    );
  });

  it('is not replaced by another when the named source has none, or there is no such source or file', async () => {
    await assert.rejects(findChromium('none', { none, first: found('a') }), /only for another machine/);
    await assert.rejects(findChromium('firefox', { first: found('a') }), /neither a file nor one of/);
  });

  it('has the same Korean and monospace fonts on every Linux machine', async function () {
    const { env } = await findChromium(process.execPath, {});
    assert.equal(process.platform === 'linux', env['FONTCONFIG_FILE']?.endsWith('fonts.conf') ?? false);
  });
});
