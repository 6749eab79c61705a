import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { PlatformClient } from '../../../../../src/core/api/client';
import {
  KnownTables,
  mayRequestNames,
  PromptNames,
  TablesOfConnections,
} from '../../../../../src/extension/features/queryLanguage/knownTables';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import { SeenValues } from '../../../../../src/extension/ui/connections/seenValues';
import { responding, HttpServer } from '../../../../support/httpServer';
import { clientStub } from '../../../../support/clientStub';

const rejection = { error_code: 'illegal-state', error_msg: 'no-permission' };
const sizes = { retention: 0, table_size: 1, index_size: 1, ratio: 0.5 };
const table = { table_name: 'web', layout: 'row', compression: 'snappy', ...sizes };
const oneTable = { total_count: 1, tables: [table] };

describe('Names for completion', () => {
  let clock = 0;
  const knownBy = (client: PlatformClient): KnownTables =>
    new KnownTables(
      () => Promise.resolve(client),
      () => clock,
    );

  it('are not requested for files of a workspace that is not trusted', () => {
    const schemes = ['file', 'vscode-vfs', 'vscode-remote', 'untitled', 'logbench'];
    assert.deepEqual(
      schemes.filter((scheme) => mayRequestNames(scheme, false)),
      ['untitled', 'logbench'],
    );
    assert.ok(schemes.every((scheme) => mayRequestNames(scheme, true)));
  });

  it('are not requested at every key when the platform rejects them', async () => {
    await using server = await responding(500, rejection);
    await using client = server.client();
    const known = knownBy(client);

    for (let key = 0; key < 5; key++) assert.deepEqual(await known.tables(), []);
    assert.equal(server.seen.length, 1);
    for (let key = 0; key < 5; key++) assert.deepEqual(await known.fieldsOf('web'), []);
    assert.equal(server.seen.length, 2);

    clock += 60_000;
    await known.tables();
    assert.equal(server.seen.length, 3);
  });

  it('are requested again soon when the platform was unreachable', async () => {
    let isDown = true;
    await using server = await HttpServer.start((_request, response) => {
      response.writeHead(isDown ? 503 : 200).end(isDown ? '' : JSON.stringify(oneTable));
    });
    await using client = server.client();
    const known = knownBy(client);
    assert.deepEqual(await known.tables(), []);
    const requests = server.seen.length;
    isDown = false;
    assert.deepEqual(await known.tables(), []);
    assert.equal(server.seen.length, requests);

    clock += 5_000;

    assert.deepEqual(await known.tables(), ['web']);
  });

  it('do not delay words that need no platform', async () => {
    let waiting: ServerResponse | undefined;
    await using server = await HttpServer.start((_request, response) => {
      waiting = response;
    });
    await using client = server.client();
    const known = knownBy(client);
    const prompt = new PromptNames(known, 20);

    assert.deepEqual(await prompt.tables(), []);
    assert.ok(prompt.late, 'there is more to come');
    while (waiting === undefined) await new Promise((resolve) => setImmediate(resolve));
    waiting.end(JSON.stringify(oneTable));
    await prompt.late;

    const next = new PromptNames(known, 20);
    assert.deepEqual(await next.tables(), ['web']);
    assert.equal(next.late, undefined);
    assert.equal(server.seen.length, 1);
  });

  function clientWith(names: readonly string[], asked: string[] = []): PlatformClient {
    return clientStub({
      'GET tables': () => {
        asked.push(...names.slice(0, 1));
        return { items: names.map((name) => ({ name })), total: names.length };
      },
    });
  }

  it('are not used to check queries when there may be more of them', async () => {
    const names = Array.from({ length: 5000 }, (_, index) => `t${index}`);
    const known = (count: number): KnownTables => knownBy(clientWith(names.slice(0, count)));

    assert.deepEqual(await known(5000).allTables(true), []);
    assert.equal((await known(4999).allTables(true)).length, 4999);
  });

  it('are requested for a check only when the setting allows it, and else known from completion', async () => {
    const asked: string[] = [];
    const known = knownBy(clientWith(['web'], asked));

    assert.deepEqual(await known.allTables(false), []);
    assert.deepEqual(asked, []);
    await known.tables();
    assert.deepEqual(await known.allTables(false), ['web']);
    assert.deepEqual(asked, ['web']);
  });

  it('belong to a connection and its address until they are forgotten', async () => {
    const asked: string[] = [];
    const tables = new TablesOfConnections(
      { clientFor: ({ baseUrl }) => Promise.resolve(clientWith([baseUrl], asked)) },
      new SeenValues(),
    );
    const read = async (name: string, baseUrl: string): Promise<readonly string[] | undefined> =>
      tables.of({ name, baseUrl } as Connection)?.tables();

    assert.equal(tables.of(undefined), undefined);
    assert.deepEqual(await read('Lab', 'http://a'), ['http://a']);
    assert.deepEqual(await read('Lab', 'http://b'), ['http://b']);
    assert.deepEqual(await read('Lab', 'http://a'), ['http://a']);
    assert.deepEqual(asked, ['http://a', 'http://b']);

    tables.forget();

    await read('Lab', 'http://a');
    await read('Lab', 'http://b');
    assert.deepEqual(asked.slice(2), ['http://a', 'http://b']);
  });

  it('are requested for the connection as it is now, after its product has changed', async () => {
    const products: string[] = [];
    const tables = new TablesOfConnections(
      {
        clientFor: ({ product }) => {
          products.push(product);
          return Promise.resolve(clientWith([]));
        },
      },
      new SeenValues(),
    );
    for (const product of ['core', 'other']) {
      await tables.of({ name: 'Lab', baseUrl: 'http://a', product } as Connection)?.tables();
      tables.forget();
    }

    assert.deepEqual(products, ['core', 'other']);
  });
});
