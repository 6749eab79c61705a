import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { makeCertificates } from '../support/certificates';
import type { Certificates } from '../support/certificates';
import { startConnectProxy } from '../support/connectProxy';
import { FaultProxy } from '../support/faultProxy';
import { suiteApp } from '../support/startApp';
import { runCommand } from './support/runCommand';
import type { ScriptedPrompts } from './support/scriptedPrompts';
import { withSettings } from './support/settings';
import { lineAt } from './support/tree';
import { inOldest as test } from './support/vscodes';

describe('The connection to a platform', () => {
  let certificates: Certificates;
  const platform = suiteApp();
  let caFile: string;

  before(async () => {
    certificates = await makeCertificates();
    caFile = path.join(await mkdtemp(path.join(tmpdir(), 'logbench-ca-')), 'authority.pem');
    await writeFile(caFile, certificates.authority);
  });

  /** Sets the key, which also tests the connection. */
  async function setKey(): Promise<ScriptedPrompts> {
    const { master } = platform.keys;
    return runCommand('logbench.connection.setApiKey', [{ input: master }], (await lineAt('Far')).node);
  }

  function far(baseUrl: string, more: object = {}): object {
    return { 'logbench.connections': [{ name: 'Far', baseUrl, environment: 'staging', ...more }] };
  }

  it('trusts an authority that the system trusts, unless the setting is off', async () => {
    await using front = await FaultProxy.start(platform.baseUrl, certificates);
    await using _ = await withSettings({ ...far(front.baseUrl) });
    process.env['SSL_CERT_FILE'] = caFile;
    try {
      assert.match((await setKey()).notices.join(), /Far responds/);
      const unwanted = await withSettings({ 'http.systemCertificates': false });
      assert.match((await setKey()).notices.join(), /certificate of localhost:\d+ is not trusted .*caFile/);
      await unwanted[Symbol.asyncDispose]();
    } finally {
      delete process.env['SSL_CERT_FILE'];
    }
  });

  test('accepts any certificate if the check is switched off', async () => {
    await using front = await FaultProxy.start(platform.baseUrl, certificates);
    await using _ = await withSettings({ ...far(front.baseUrl), 'http.proxyStrictSSL': false });

    assert.match((await setKey()).notices.join(), /Far responds/);
  });

  it('uses the proxy of http.proxy, with the private authority behind it, unless the host is in http.noProxy', async () => {
    await using front = await FaultProxy.start(platform.baseUrl, certificates);
    await using proxy = await startConnectProxy();
    await using _ = await withSettings({ ...far(front.baseUrl, { caFile }), 'http.proxy': proxy.url });

    assert.match((await setKey()).notices.join(), /Far responds/);
    assert.deepEqual([...new Set(proxy.tunnels)], [new URL(front.baseUrl).host]);

    const past = await withSettings({ 'http.noProxy': ['localhost'] });
    const before = proxy.tunnels.length;
    assert.match((await setKey()).notices.join(), /Far responds/);
    assert.equal(proxy.tunnels.length, before);
    await past[Symbol.asyncDispose]();
  });

  it('uses the proxy that VS Code finds in the system, unless proxies are switched off', async () => {
    await using front = await FaultProxy.start(platform.baseUrl, certificates);
    await using proxy = await startConnectProxy();
    await using _ = await withSettings({ ...far(front.baseUrl, { caFile }) });
    const resolver = resolverOfVsCode();
    const original = resolver.resolveProxyURL;
    // No system here has a proxy, so this part is a stub; the client and the server are the real ones.
    resolver.resolveProxyURL = () => Promise.resolve(proxy.url);
    try {
      assert.match((await setKey()).notices.join(), /Far responds/);
      assert.deepEqual([...new Set(proxy.tunnels)], [new URL(front.baseUrl).host]);
      const off = await withSettings({ 'http.proxySupport': 'off' });
      const before = proxy.tunnels.length;
      assert.match((await setKey()).notices.join(), /Far responds/);
      assert.equal(proxy.tunnels.length, before);
      await off[Symbol.asyncDispose]();
    } finally {
      resolver.resolveProxyURL = original;
    }
  });

  it('uses the proxy resolver of VS Code, which applies the setting http.proxy', async () => {
    await using _ = await withSettings({ 'http.proxy': 'http://proxy.example:3128' });

    assert.equal(
      await resolverOfVsCode().resolveProxyURL('https://far.example/'),
      'http://proxy.example:3128',
    );
  });
});

interface ProxyResolver {
  resolveProxyURL: (address: string) => Promise<string | undefined>;
}

function resolverOfVsCode(): ProxyResolver {
  const { appRoot } = vscode.env;
  return createRequire(`${appRoot}/package.json`)('@vscode/proxy-agent') as ProxyResolver;
}
