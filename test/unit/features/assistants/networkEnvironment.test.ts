import assert from 'node:assert/strict';
import { networkEnvironment } from '../../../../src/features/assistants/networkEnvironment';
import { proxyAuthorizationVariable } from '../../../../src/shared/apiKeyVariable';

describe('The network of a server for assistants', () => {
  it('has the proxy of the connection, and none where it has none', () => {
    const proxy = 'http://proxy.example:3128';
    assert.deepEqual(networkEnvironment({}), { no_proxy: '*' });
    assert.deepEqual(networkEnvironment({ proxy, proxyAuthorization: 'Basic x' }), {
      http_proxy: proxy,
      https_proxy: proxy,
      [proxyAuthorizationVariable]: 'Basic x',
    });
  });

  it('checks certificates unless the user has turned that off', () => {
    for (const strictCertificates of [true, undefined])
      assert.equal('NODE_TLS_REJECT_UNAUTHORIZED' in networkEnvironment({ strictCertificates }), false);
    const { NODE_TLS_REJECT_UNAUTHORIZED: checked } = networkEnvironment({ strictCertificates: false });
    assert.equal(checked, '0');
  });
});
