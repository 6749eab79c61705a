import assert from 'node:assert/strict';
import { QueryHistory } from '../../../../../src/extension/features/queryResults/queryHistory';
import { ownQuery } from '../../../../../src/core/interface/ownQueries';
import { Masker } from '../../../../../src/core/privacy/masker';
import { eventually } from '../../../../support/eventually';
import { FaultProxy, passOn, without } from '../../../../support/faultProxy';
import { clientFor, startApp } from '../../../../support/startApp';
import { dropCursor } from '../../../../../src/core/api/operations/queries';
import { JsonMemory } from '../../../../support/jsonMemory';
import { hiddenValues } from '../../../../support/hiddenValues';
import { finishedQuery } from './support';

describe('The query history', () => {
  const { signal } = new AbortController();

  it('has those of the window, newest first and each once, then those of the platform', async () => {
    await using app = await startApp();
    await using client = clientFor(app);
    for (const text of ['json "{}"', 'json "[]"', ownQuery('json "{}" | limit 1')]) {
      await client.send(dropCursor(await finishedQuery(client, text)));
    }
    const history = new QueryHistory(new JsonMemory());
    for (const text of ['json "{}"', 'table a', 'json "{}"']) history.start({ text, connection: 'Test' });
    const found = async (text: string, from = client): Promise<readonly string[]> =>
      (await history.find({ client: from, name: 'Test' }, text, signal)).choices.map(
        ({ value }) => value.text,
      );

    assert.deepEqual(await found(''), ['json "{}"', 'table a', 'json "[]"']);
    assert.deepEqual(await found('TABLE'), ['table a']);
    await using proxy = await FaultProxy.start(app.baseUrl);
    proxy.interference = without('/query-history');
    await using withoutHistory = clientFor({ ...app, baseUrl: proxy.baseUrl });
    assert.deepEqual(await found('', withoutHistory), ['json "{}"', 'table a']);
  });

  it('shows no part of a hidden value at the end of a long text, and runs the text as it is', async () => {
    const masker = new Masker();
    masker.name('user', 'jkim-of-seoul');
    using _ = hiddenValues(masker);
    const history = new QueryHistory(new JsonMemory());
    const text = `table ${'x'.repeat(181)} | search jkim-of-seoul`;
    history.start({ text, connection: 'Lab' });
    const [choice] = (await history.find(undefined, 'jkim', signal)).choices;
    assert.doesNotMatch(choice!.label, /jk/);
    assert.equal(choice!.value.text, text);
  });

  it('shows what was run here while the platform does not respond, and what it lists once it has', async () => {
    await using app = await startApp();
    await using proxy = await FaultProxy.start(app.baseUrl);
    await using client = clientFor({ ...app, baseUrl: proxy.baseUrl });
    const history = new QueryHistory(new JsonMemory());
    history.start({ text: 'table a', connection: 'Test' });
    const waiting: (() => void)[] = [];
    proxy.interference = (exchange) => void waiting.push(() => void passOn(exchange));
    const found = async (): Promise<readonly string[]> =>
      (await history.find({ client, name: 'Test' }, '', signal)).choices.map(({ value }) => value.text);
    assert.deepEqual(await found(), ['table a']);
    await using direct = clientFor(app);
    await finishedQuery(direct, 'json "{}"');
    for (const release of waiting) release();
    await eventually(async () => (await found()).includes('json "{}"'));
  });

  it('learns after a reload how a query has ended that was running, once', async () => {
    const stored = new JsonMemory();
    const past = { text: 'table a', connection: 'Lab' };
    new QueryHistory(stored).start(past);
    const history = new QueryHistory(stored);
    const descriptions = async (): Promise<string> =>
      JSON.stringify(
        (await history.find(undefined, '', signal)).choices.map(({ description }) => description),
      );
    history.follow({ ...past, connection: 'Other' })({ phase: 'finished', elapsed: 1, rowCount: 1 });
    assert.doesNotMatch(await descriptions(), /row/);
    history.follow({ text: 'set x = 1 | table a', connection: 'Lab' })({
      ...{ phase: 'finished', elapsed: 2340, rowCount: 1200 },
    });
    assert.match(await descriptions(), /1,200 rows · 2\.3 s/);
    history.follow(past)({ phase: 'failed', elapsed: 1, rowCount: 0 });
    assert.doesNotMatch(await descriptions(), /failed/);
  });

  it('survives a restart, with failures, durations and connections, and can be searched', async () => {
    const stored = new JsonMemory();
    const before = new QueryHistory(stored);
    const now = Date.now();
    for (const [text, connection, phase, elapsed, rowCount] of [
      ['table slow', 'Lab', 'finished', 2340, 1200],
      ['table bad', 'SOC', 'failed', 5, 0],
      ['table stopped', 'SOC', 'cancelled', 5, 0],
      ['table left', 'SOC', 'running', 5, 0],
    ] as const) {
      before.start({ text, connection }, now)({ phase, elapsed, rowCount });
    }
    before.start({ text: 'x'.repeat(30_000), connection: 'SOC' }, now);

    const after = new QueryHistory(stored);
    const { choices } = await after.find(undefined, '', signal);
    assert.deepEqual(
      choices.map(({ label, icon, description, value }) => [
        label,
        icon,
        description?.replace(/ · .*?( · |$)/, ' · TIME$1'),
        value.connection,
      ]),
      [
        ['table left', 'history', 'SOC · TIME', 'SOC'],
        ['table stopped', 'circle-slash', 'SOC · TIME · canceled', 'SOC'],
        ['table bad', 'error', 'SOC · TIME · failed', 'SOC'],
        ['table slow', 'pass', 'Lab · TIME · 1,200 rows · 2.3 s', 'Lab'],
      ],
    );
    const labels = async (text: string): Promise<readonly string[]> =>
      (await after.find(undefined, text, signal)).choices.map(({ label }) => label);
    assert.deepEqual(await labels('lab'), ['table slow']);
    assert.deepEqual(await labels('BAD'), ['table bad']);
  });

  it('has a limited number of queries, and starts over if it cannot be read', async () => {
    const stored = new JsonMemory();
    const history = new QueryHistory(stored);
    for (let index = 0; index < 250; index++) history.start({ text: `table b${index}`, connection: 'Test' });
    const { choices } = await history.find(undefined, '', signal);
    assert.deepEqual(
      [choices.length, choices[0]?.label, choices.at(-1)?.label],
      [200, 'table b249', 'table b50'],
    );
    await stored.update('logbench.queryHistory', [{ text: 1 }]);
    assert.equal((await history.find(undefined, '', signal)).total, 0);
  });
});
