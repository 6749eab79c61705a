import assert from 'node:assert/strict';
import { resolveNetwork } from '../../../../src/core/api/resolveNetwork';
import type { HttpSettings, SystemProxy, Variables } from '../../../../src/core/api/resolveNetwork';

const systemProxy = (address: string): Promise<string> =>
  Promise.resolve(`http://system.for.${new URL(address).hostname}`);
const noSystemProxy = (): Promise<undefined> => Promise.resolve(undefined);

async function proxyFor(
  baseUrl: string,
  settings: HttpSettings,
  variables: Variables = {},
  system: SystemProxy = noSystemProxy,
): Promise<string | undefined> {
  return (await resolveNetwork(baseUrl, settings, variables, [], system)).proxy;
}

describe('The proxy for a platform', () => {
  const proxy = 'http://proxy.example:3128';

  it('is that of http.proxy before that of the environment', async () => {
    assert.equal(await proxyFor('https://a.example', { proxy }, { HTTPS_PROXY: 'http://other:1' }), proxy);
    assert.equal(
      await proxyFor('https://a.example', {}, { https_proxy: 'http://other:1' }),
      'http://other:1',
    );
    assert.equal(await proxyFor('http://a.example', {}, { HTTPS_PROXY: 'http://other:1' }), undefined);
    assert.equal(await proxyFor('http://a.example', {}, { ALL_PROXY: 'http://other:1' }), 'http://other:1');
  });

  for (const [written, meant] of [
    ['proxy.example:3128', 'http://proxy.example:3128'],
    ['10.0.0.1:3128', 'http://10.0.0.1:3128'],
    ['proxy.example', 'http://proxy.example'],
    ['kim:secret@proxy.example:3128', 'http://kim:secret@proxy.example:3128'],
    ['https://proxy.example', 'https://proxy.example'],
    ['socks5://proxy.example:1080', 'socks5://proxy.example:1080'],
  ] as const) {
    it(`is ${meant} when ${written} is set`, async () => {
      assert.equal(await proxyFor('https://a.example', { proxy: written }), meant);
      assert.equal(await proxyFor('https://a.example', {}, { HTTPS_PROXY: written }), meant);
    });
  }

  it('is trimmed, and none when it is no address', async () => {
    assert.equal(await proxyFor('https://a.example', { proxy: ` ${proxy} ` }), proxy);
    assert.equal(await proxyFor('https://a.example', { proxy: 'http://[' }), undefined);
    assert.equal(await proxyFor('https://a.example', { proxy: ' ' }, { HTTPS_PROXY: proxy }), proxy);
  });

  it('is none for the exceptions of the settings and of the environment', async () => {
    const settings = { proxy, noProxy: ['a.example'] };
    for (const address of ['https://a.example', 'https://b.example'])
      assert.equal(await proxyFor(address, settings, { no_proxy: 'b.example' }), undefined);
  });

  it('is none when proxies are off', async () => {
    assert.equal(await proxyFor('https://a.example', { proxy, proxySupport: 'off' }), undefined);
  });

  for (const [exception, address, covered] of [
    ['a.example', 'https://a.example', true],
    ['example', 'https://a.example', true],
    ['.example', 'https://a.example', true],
    ['*.example', 'https://a.example', true],
    ['ample', 'https://a.example', false],
    ['a.example:8443', 'https://a.example', false],
    ['a.example:443', 'https://a.example', true],
    ['a.example:80', 'http://a.example', true],
    ['A.Example', 'https://a.example', true],
    ['[::1]', 'https://[::1]:9000', true],
    ['*', 'https://a.example', true],
    ['.', 'https://a.example.', false],
  ] as const) {
    it(`is ${covered ? 'none' : 'used'} for ${address} when ${exception} is an exception`, async () => {
      const expected = covered ? undefined : proxy;
      assert.equal(await proxyFor(address, { proxy, noProxy: [exception] }), expected);
      assert.equal(await proxyFor(address, { proxy }, { NO_PROXY: `x.test, ${exception}` }), expected);
    });
  }

  it('receives its authorization only when it is used', async () => {
    const settings = { proxy, proxyAuthorization: 'Basic x', noProxy: ['a.example'] };
    for (const [address, expected] of [
      ['https://a.example', undefined],
      ['https://b.example', 'Basic x'],
    ] as const) {
      const { proxyAuthorization } = await resolveNetwork(address, settings, {}, [], noSystemProxy);
      assert.equal(proxyAuthorization, expected);
    }
  });

  it('is that of the system when neither settings nor environment set one', async () => {
    assert.equal(await proxyFor('https://a.example', {}, {}, systemProxy), 'http://system.for.a.example');
    assert.equal(await proxyFor('https://a.example', { proxy }, {}, systemProxy), proxy);
    assert.equal(await proxyFor('https://a.example', {}, { https_proxy: proxy }, systemProxy), proxy);
    assert.equal(await proxyFor('https://a.example', { noProxy: ['a.example'] }, {}, systemProxy), undefined);
    assert.equal(await proxyFor('https://a.example', { proxySupport: 'off' }, {}, systemProxy), undefined);
  });

  it('checks certificates unless the user disables it', async () => {
    for (const proxyStrictSsl of [undefined, true, 0, '', false]) {
      const network = await resolveNetwork('https://a', { proxyStrictSsl }, {}, [], noSystemProxy);
      assert.equal(network.strictCertificates, proxyStrictSsl !== false);
    }
  });
});
