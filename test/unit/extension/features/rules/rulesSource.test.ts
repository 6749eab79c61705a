import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../../src/core/api/client';
import { rulesSource } from '../../../../../src/extension/features/rules/rulesSource';
import { FaultProxy, without } from '../../../../support/faultProxy';
import { clientFor, startApp } from '../../../../support/startApp';

describe('The rules of a platform in the explorer', () => {
  const { signal } = new AbortController();

  it('are one list, paged across both kinds, also when only one kind is listed', async () => {
    await using app = await startApp();
    await using client = clientFor(app);
    for (const [kind, names] of Object.entries({ batch: ['B1', 'B2', 'B3'], stream: ['S1', 'S2'] })) {
      for (const name of names) await app.call('admin', `POST /api/core/${kind}-rules`, { form: { name } });
    }
    const page = async (offset: number, limit: number, from: PlatformClient = client): Promise<unknown> => {
      const { total, rows } = await rulesSource({ name: 'Lab' }, () => Promise.resolve(from)).load(
        { offset, limit },
        signal,
      );
      return [total, rows.map(({ label }) => label).join(' ')];
    };

    assert.deepEqual(await page(0, 10), [5, 'B1 B2 B3 S1 S2']);
    assert.deepEqual(await page(0, 3), [5, 'B1 B2 B3']);
    assert.deepEqual(await page(2, 2), [5, 'B3 S1']);
    assert.deepEqual(await page(4, 2), [5, 'S2']);
    await using proxy = await FaultProxy.start(app.baseUrl);
    proxy.interference = without('/stream-rules');
    await using onlyBatch = clientFor({ ...app, baseUrl: proxy.baseUrl });
    assert.deepEqual(await page(0, 10, onlyBatch), [
      3,
      'This platform does not list its stream rules. Open one by GUID… B1 B2 B3',
    ]);
    assert.equal(
      await rulesSource({ name: 'Lab' }, () => Promise.resolve(onlyBatch)).count(undefined, signal),
      3,
    );
  });
});
