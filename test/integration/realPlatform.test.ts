import assert from 'node:assert/strict';
import { startPlatform } from '../support/platform';

describe('The platform beside VS Code', () => {
  it('answers whoever has its key, and nobody else', async () => {
    await using platform = await startPlatform();
    const tables = `${platform.baseUrl}/api/${platform.product}/tables`;

    const answer = await fetch(tables, { headers: { authorization: `Bearer ${platform.key}` } });
    const refusal = await fetch(tables);

    assert.deepEqual([answer.status, refusal.status], [200, 401]);
  });

  it('comes back on the same address after it was killed', async () => {
    await using first = await startPlatform();
    await first.kill('SIGKILL');
    await using second = await first.restart();

    assert.equal(second.baseUrl, first.baseUrl);
  });
});
