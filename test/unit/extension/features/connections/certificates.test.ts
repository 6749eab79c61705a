import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemProxyOf } from '../../../../../src/extension/features/connections/certificates';
import { temporaryFolder } from '../../../../support/temporaryFolder';

/** What a VS Code with these modules says of the proxy for an address. */
async function proxyIn(modules: Readonly<Record<string, string>>): Promise<string | undefined> {
  await using folder = await temporaryFolder();
  for (const [location, source] of Object.entries(modules)) {
    const target = path.join(folder.path, location, '@vscode/proxy-agent');
    await mkdir(target, { recursive: true });
    await writeFile(path.join(target, 'index.js'), `module.exports = ${source};`);
  }
  return await systemProxyOf(folder.path)('https://far.example/');
}

const responses = (body: string): string => `{ resolveProxyURL: async (address) => { ${body} } }`;

describe('The system proxy', () => {
  it('is the result of the module of VS Code for the address, in either of its folders', async () => {
    const source = responses('return `http://proxy.example/?for=${address}`;');
    const expected = 'http://proxy.example/?for=https://far.example/';
    assert.equal(await proxyIn({ 'node_modules.asar': source }), expected);
    assert.equal(await proxyIn({ node_modules: source }), expected);
    const other = responses('return "http://other.example";');
    assert.equal(await proxyIn({ 'node_modules.asar': source, node_modules: other }), expected);
    assert.equal(await proxyIn({ 'node_modules.asar': '{}', node_modules: source }), expected);
  });

  it('is none when VS Code has none, fails, or no longer has the module', async () => {
    for (const body of ['return undefined;', 'return "";', 'return 5;', 'throw new Error("PAC");']) {
      assert.equal(await proxyIn({ node_modules: responses(body) }), undefined, body);
    }
    assert.equal(await proxyIn({}), undefined);
    assert.equal(await proxyIn({ node_modules: '{ resolveProxyURL: "moved" }' }), undefined);
  });
});
