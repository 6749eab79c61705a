import assert from 'node:assert/strict';
import { createScheduledQuery, listScheduledQueries } from '../../src/core/api/operations/scheduledQueries';
import type { PlatformClient } from '../../src/core/api/client';
import { createOnce } from '../../src/core/api/scheduledQueryWrites';
import { UnreachableError } from '../../src/core/api/errors';
import { FaultProxy, passOn } from '../support/faultProxy';
import type { Interference } from '../support/faultProxy';
import { scheduledQueryFields } from '../support/scheduledQueries';
import { clientFor, deleteRecords, suiteApp } from '../support/startApp';

const isRead = ({ method }: { readonly method: string }): boolean => method === 'GET';

/** The platform creates the query, and the response does not arrive. */
const loseResponses: Interference = async (exchange) => {
  if (isRead(exchange)) return passOn(exchange);
  await exchange.forward();
  exchange.socket.destroy();
  return undefined;
};

const loseRequests: Interference = (exchange) => {
  if (isRead(exchange)) return passOn(exchange);
  exchange.socket.destroy();
  return undefined;
};

/** After the write, the platform cannot be read either. */
const dropAllResponses: Interference = async ({ method, forward, socket }) => {
  if (method !== 'GET') await forward();
  socket.destroy();
};

describe('Creating a scheduled query', () => {
  const app = suiteApp();
  let proxy: FaultProxy;
  let client: PlatformClient;

  beforeEach(async () => {
    await deleteRecords(app);
    proxy = await FaultProxy.start(app.baseUrl);
    client = clientFor({ baseUrl: proxy.baseUrl, keys: app.keys });
  });

  afterEach(async () => {
    await client[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  });

  const fields = scheduledQueryFields({ name: 'Nightly', query: 'json "{}"' });

  async function listed(): Promise<readonly string[]> {
    proxy.interference = passOn;
    return (await client.send(listScheduledQueries({}))).items.map(({ guid }) => guid);
  }

  it('returns the GUID of the created query if only the response was lost', async () => {
    proxy.interference = loseResponses;
    const guid = await createOnce(client, fields);
    assert.deepEqual(await listed(), [guid]);
  });

  it('returns the GUID of the created query if it was canceled while its response was awaited', async () => {
    const abort = new AbortController();
    proxy.interference = async (exchange) => {
      if (isRead(exchange)) return passOn(exchange);
      await exchange.forward();
      abort.abort();
      return undefined;
    };
    const guid = await createOnce(client, fields, abort.signal);
    assert.deepEqual(await listed(), [guid]);
  });

  it('rejects if it was canceled before it was sent', async () => {
    await assert.rejects(createOnce(client, fields, AbortSignal.abort()), { name: 'AbortError' });
    assert.deepEqual(await listed(), []);
  });

  it('rejects if the request was lost', async () => {
    proxy.interference = loseRequests;
    await assert.rejects(createOnce(client, fields), UnreachableError);
    assert.deepEqual(await listed(), []);
  });

  it('finds what an earlier attempt has created before it creates again', async () => {
    proxy.interference = dropAllResponses;
    await assert.rejects(createOnce(client, fields), UnreachableError);
    const [created] = await listed();
    assert.equal(await createOnce(client, fields, undefined, { mayExist: true }), created);
    assert.equal((await listed()).length, 1);
  });

  it('does not take the query of another user for its own', async () => {
    await client.send(createScheduledQuery({ ...fields, query: 'json "[]"' }));
    await assert.rejects(createOnce(client, fields, undefined, { mayExist: true }), /duplicated name/);
  });
});
