import assert from 'node:assert/strict';
import type { PlatformClient } from '../../../../src/api/client';
import { referencesOf } from '../../../../src/features/rules/ruleTexts';
import { rulesSource } from '../../../../src/features/rules/rulesSource';
import { masterClient } from '../../../support/auditEntries';
import { startRewritingFront } from '../../../support/rewritingFront';
import { HttpServer } from '../../../support/httpServer';
import { startApp } from '../../../support/startApp';

describe('The rules of a platform in the explorer', () => {
  const { signal } = new AbortController();

  it('are one list, cut into pages across both kinds, also where only one kind is listed', async () => {
    await using app = await startApp();
    await using client = masterClient(app);
    for (const [kind, names] of Object.entries({ batch: ['B1', 'B2', 'B3'], stream: ['S1', 'S2'] })) {
      for (const name of names) await app.call('admin', `POST /api/core/${kind}-rules`, { form: { name } });
    }
    const page = async (offset: number, limit: number, from: PlatformClient = client): Promise<unknown> => {
      const { total, rows } = await rulesSource(() => Promise.resolve(from)).load({ offset, limit }, signal);
      return [total, rows.map(({ label }) => label).join(' ')];
    };

    assert.deepEqual(await page(0, 10), [5, 'B1 B2 B3 S1 S2']);
    assert.deepEqual(await page(0, 3), [5, 'B1 B2 B3']);
    assert.deepEqual(await page(2, 2), [5, 'B3 S1']);
    assert.deepEqual(await page(4, 2), [5, 'S2']);
    await using front = await startRewritingFront(app.baseUrl);
    front.missing = '/stream-rules';
    await using onlyBatch = masterClient({ ...app, baseUrl: front.baseUrl });
    assert.deepEqual(await page(0, 10, onlyBatch), [
      3,
      'This platform does not list its stream rules. Restore one by GUID and version… B1 B2 B3',
    ]);
    assert.equal(await rulesSource(() => Promise.resolve(onlyBatch)).count(undefined, signal), 3);
  });

  it('name the kind that it does not list, above those of the other kind and without counting it', async () => {
    await using server = await HttpServer.start(({ url }, response) => {
      response.writeHead(url.includes('batch-rules') ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ total_count: 3, rules: [{ guid: 'g', name: 'Port scan' }] }));
    });
    await using client = server.client();
    const source = rulesSource(() => Promise.resolve(client));
    const page = async (offset: number): Promise<unknown> => {
      const { total, consumed, rows } = await source.load(
        { offset, limit: 1, filter: undefined },
        AbortSignal.timeout(60_000),
      );
      return { total, consumed, labels: rows.map(({ label }) => label) };
    };

    assert.deepEqual(await page(0), {
      total: 3,
      consumed: 1,
      labels: ['This platform does not list its stream rules. Restore one by GUID and version…', 'Port scan'],
    });
    assert.deepEqual(await page(1), { total: 3, consumed: 1, labels: ['Port scan'] });
    assert.ok(
      server.seen.every(({ url }) => url.includes('limit=1')),
      'a total comes with at least one record',
    );
    await using without = await HttpServer.start((_request, response) => void response.writeHead(404).end());
    await using other = without.client();
    assert.equal(await rulesSource(() => Promise.resolve(other)).count(undefined, signal), undefined);
  });
});

describe('What a rule refers to', () => {
  it('is told by name, by its identifier without one, and by the name alone without an identifier', () => {
    const rule = { logger_guids: ['g1', 'g2'], logger_names: ['Firewall'], dataset_name: 'Logons' };

    assert.deepEqual(
      [...referencesOf('stream', rule), ...referencesOf('batch', rule)].map(({ name }) => name),
      ['Firewall', 'g2', 'Logons'],
    );
  });
});
