import assert from 'node:assert/strict';
import { auditedText, auditedValues } from '../../../src/platform/audit/auditedValues';
import { shortText } from '../../../src/platform/http/checks';
import { parseTrustedProxies } from '../../../src/platform/http/trustedProxies';

describe('The length of a text', () => {
  it('is counted in characters, those outside of the basic plane once', () => {
    for (const character of ['a', '가', '😀']) {
      const longest = character.repeat(255);
      assert.equal(shortText('name', longest, 255), longest);
      assert.throws(() => shortText('name', `${longest}a`, 255), /shorter than or equal to 255/);
    }
  });
});

describe('Trusted proxies', () => {
  it('are as many hops as were told, or the addresses of the networks', () => {
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

  it('are refused where they are neither', () => {
    const close = ['x10.0.0.1', '10.0.0.1x', '10.0.0.1/8x', '10.0.0.1/', '::1/129', '10.0.0.1,', 'g::1'];
    for (const text of ['0', '33', '10.0.0.0/33', 'proxy', '', '1.2.3', ...close]) {
      assert.equal(parseTrustedProxies(text), undefined, text);
    }
  });
});

describe('What an audit entry keeps', () => {
  it('is the beginning of a long text, and of a large value', () => {
    assert.equal(auditedText('x'.repeat(4096)), 'x'.repeat(4096));
    assert.equal(auditedText('x'.repeat(4097)), `${'x'.repeat(4096)}…`);
    const kept = auditedValues([['list', Array.from({ length: 10_000 }, () => 1)]]);
    assert.equal(String(kept['list']).length, 4097);
  });

  it('is bounded however many values there are, and says how many were left out', () => {
    const kept = auditedValues(Array.from({ length: 100 }, (_, index) => [`p${index}`, 'x'.repeat(4000)]));
    assert.deepEqual([Object.keys(kept).length, kept['…']], [9, '92 more']);
  });
});
