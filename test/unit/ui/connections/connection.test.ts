import assert from 'node:assert/strict';
import { isSameService, serviceOf } from '../../../../src/ui/connections/connection';

const seoul = { baseUrl: 'https://logs.example.com/gateway/', product: 'core' };

describe('The service behind a connection', () => {
  it('is told by address and product alone', () => {
    assert.deepEqual(serviceOf(seoul), { address: 'https://logs.example.com/gateway', product: 'core' });
    assert.equal(
      isSameService(serviceOf(seoul), serviceOf({ ...seoul, baseUrl: 'HTTPS://Logs.Example.com/gateway' })),
      true,
    );
  });

  it('is another one at another port, path or product', () => {
    for (const other of [
      { ...seoul, baseUrl: 'https://logs.example.com:8443/gateway' },
      { ...seoul, baseUrl: 'https://logs.example.com' },
      { ...seoul, product: 'other' },
    ]) {
      assert.equal(isSameService(serviceOf(seoul), serviceOf(other)), false);
    }
  });

  it('stays the same for a local platform that was started again on another port', () => {
    const local = { baseUrl: 'http://127.0.0.1:40001', product: 'core', found: true } as const;
    const again = { ...local, baseUrl: 'http://127.0.0.1:40002' };
    assert.equal(isSameService(serviceOf(local), serviceOf(again)), true);
  });
});
