import assert from 'node:assert/strict';
import {
  resolveNetwork,
  type HttpSettings,
  type Variables,
} from '../../../src/api/resolveNetwork';

function proxyFor(baseUrl: string, settings: HttpSettings, variables: Variables = {}): string | undefined {
  return resolveNetwork(baseUrl, settings, variables, []).proxy;
}

describe('The proxy for a service', () => {
  const proxy = 'http://proxy.example:3128';

  it('is that of http.proxy before that of the environment', () => {
    assert.equal(proxyFor('https://a.example', { proxy }, { HTTPS_PROXY: 'http://other:1' }), proxy);
    assert.equal(proxyFor('https://a.example', {}, { https_proxy: 'http://other:1' }), 'http://other:1');
    assert.equal(proxyFor('http://a.example', {}, { HTTPS_PROXY: 'http://other:1' }), undefined);
    assert.equal(proxyFor('http://a.example', {}, { ALL_PROXY: 'http://other:1' }), 'http://other:1');
  });

  it('is none where proxies are switched off', () => {
    assert.equal(proxyFor('https://a.example', { proxy, proxySupport: 'off' }), undefined);
  });

  for (const [exception, address, covered] of [
    ['a.example', 'https://a.example', true],
    ['example', 'https://a.example', true],
    ['.example', 'https://a.example', true],
    ['*.example', 'https://a.example', true],
    ['ample', 'https://a.example', false],
    ['a.example:8443', 'https://a.example', false],
    ['a.example:443', 'https://a.example', true],
    ['[::1]', 'https://[::1]:9000', true],
    ['*', 'https://a.example', true],
  ] as const) {
    it(`is ${covered ? 'none' : 'used'} for ${address} where ${exception} is an exception`, () => {
      const expected = covered ? undefined : proxy;
      assert.equal(proxyFor(address, { proxy, noProxy: [exception] }), expected);
      assert.equal(proxyFor(address, { proxy }, { NO_PROXY: `x.test, ${exception}` }), expected);
    });
  }

  it('gets its authorization only when it is used', () => {
    const settings = { proxy, proxyAuthorization: 'Basic x', noProxy: ['a.example'] };
    assert.equal(resolveNetwork('https://a.example', settings, {}, []).proxyAuthorization, undefined);
    assert.equal(resolveNetwork('https://b.example', settings, {}, []).proxyAuthorization, 'Basic x');
  });

  it('checks certificates unless the user has said otherwise', () => {
    assert.equal(resolveNetwork('https://a', {}, {}, []).strictCertificates, true);
    assert.equal(resolveNetwork('https://a', { proxyStrictSsl: false }, {}, []).strictCertificates, false);
  });
});
