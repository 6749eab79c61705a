import assert from 'node:assert/strict';
import { shortText } from '../../../src/platform/http/checks';
import { parseTrustedProxies } from '../../../src/platform/commandLine';

describe('The length of a text', () => {
  it('is counted in code points', () => {
    for (const character of ['a', '가', '😀']) {
      const longest = character.repeat(255);
      assert.equal(shortText('name', longest, 255), longest);
      assert.throws(() => shortText('name', `${longest}a`, 255), /shorter than or equal to 255/);
    }
  });
});

describe('Trusted proxies', () => {
  it('are as many hops as specified, or the addresses of the networks', () => {
    const hops = parseTrustedProxies('2');
    assert.deepEqual(
      [0, 1, 2].map((hop) => hops?.('6.6.6.6', hop)),
      [true, true, false],
    );
    const networks = parseTrustedProxies('10.0.0.0/8, ::1');
    assert.deepEqual(
      ['10.255.0.1', '11.0.0.1', '::1', '::2', 'unknown'].map((address) => networks?.(address, 0)),
      [true, false, true, false, false],
    );
    const trusted = (text: string, address: string): boolean | undefined =>
      parseTrustedProxies(text)?.(address, 5);
    assert.deepEqual(
      [trusted('32', 'any'), trusted('10.0.0.1', '10.0.0.1'), trusted('10.0.0.1', '10.0.0.2')],
      [true, true, false],
    );
    assert.deepEqual(
      [trusted('10.0.0.1/32', '10.0.0.1'), trusted('FD00::/8', 'fd12::1'), trusted('fd00::1/128', 'fd00::1')],
      [true, true, true],
    );
  });

  it('are rejected when they are neither a number of proxies nor networks', () => {
    const close = ['x10.0.0.1', '10.0.0.1x', '10.0.0.1/8x', '10.0.0.1/', '::1/129', '10.0.0.1,', 'g::1'];
    for (const text of ['0', '33', '10.0.0.0/33', 'proxy', '', '1.2.3', ...close]) {
      assert.equal(parseTrustedProxies(text), undefined, text);
    }
  });
});
