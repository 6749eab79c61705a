import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { RunningQuery } from '../../../../../src/core/api/runningQuery';
import { countField, PanelStatistics } from '../../../../../src/extension/features/queryResults/countField';
import type { QueryRun } from '../../../../../src/extension/features/queryResults/queryRun';
import { clientStub } from '../../../../support/clientStub';
import { HttpServer } from '../../../../support/httpServer';
import { clientFor, suiteApp } from '../../../../support/startApp';
import { RowMask } from '../../../../../src/core/privacy/maskResults';
import { Masker } from '../../../../../src/core/privacy/masker';
import { dropCursor } from '../../../../../src/core/api/operations/queries';
import { finishedQuery } from './support';

const { signal } = new AbortController();

describe('A field that is counted', () => {
  const app = suiteApp();

  it('is counted in every row of the result', async () => {
    await using client = clientFor(app);
    const rows = `json "[{'a':2,'b':'x'},{'a':10,'b':'x'},{'b':'y'}]" | repeat count=700`;
    const cursor = await finishedQuery(client, `${rows} | eval b = if(isnull(a), null, b)`);
    const numbers = await countField(
      new RunningQuery(client, cursor, '').source(signal),
      'a',
      () => undefined,
    );
    assert.deepEqual(numbers, {
      read: 2100,
      filled: 1400,
      distinct: 2,
      distinctCut: false,
      least: 2,
      greatest: 10,
      top: [
        { value: 2, count: 700 },
        { value: 10, count: 700 },
      ],
    });
    const none = await countField(
      new RunningQuery(client, cursor, '').source(signal),
      'nowhere',
      () => undefined,
    );
    assert.deepEqual([none.read, none.filled, none.least], [2100, 0, null]);
    await client.send(dropCursor(cursor));
  });

  it('keeps integers of 64 bits apart, and orders them and times of different offsets by value', async () => {
    await using client = clientFor(app);
    const text = `json "[{'a':9007199254740993,'t':'2026-10-25 02:30:00+0200'},{'a':9007199254740992},{'a':95,'t':'2026-10-25 02:15:00+0100'}]"`;
    const cursor = await finishedQuery(client, text);
    const integers = await countField(
      new RunningQuery(client, cursor, '').source(signal),
      'a',
      () => undefined,
    );
    assert.deepEqual([integers.distinct, integers.least, integers.greatest], [3, 95, '9007199254740993']);
    const times = await countField(new RunningQuery(client, cursor, '').source(signal), 't', () => undefined);
    assert.deepEqual([times.least, times.greatest], ['2026-10-25 02:30:00+0200', '2026-10-25 02:15:00+0100']);
    await client.send(dropCursor(cursor));
  });

  it('shows masked values, and counts the values themselves', async () => {
    await using client = clientFor(app);
    const text = `json "[{'user':'kim','line':'kim came'},{'user':'lee','line':'lee left'}]" | repeat count=3`;
    const cursor = await finishedQuery(client, text);
    const mask = new RowMask(text, new Masker());
    const lines = await countField(
      new RunningQuery(client, cursor, '').source(signal),
      'line',
      () => undefined,
      mask,
    );
    assert.deepEqual(lines.top, [
      { value: 'user1-masked came', count: 3 },
      { value: 'user2-masked left', count: 3 },
    ]);
    const users = await countField(
      new RunningQuery(client, cursor, '').source(signal),
      'user',
      () => undefined,
      mask,
    );
    assert.deepEqual([users.distinct, users.least, users.greatest], [2, 'user1-masked', 'user2-masked']);
    await client.send(dropCursor(cursor));
  });

  it('is read from chunks of any length, and counts a number and its text as different values', async () => {
    let response: ServerResponse | undefined;
    await using server = await HttpServer.start((_request, started) => {
      response = started;
      started.write('{"a":1}\n{"a"');
    });
    await using client = server.client();
    const sendRest = (): void => {
      if (response?.writableEnded === false) response.end(':"1"}\n\n{"b":2}\n{"a":1}');
    };
    const { read, filled, distinct, top } = await countField(
      new RunningQuery(client, 1, '').source(signal),
      'a',
      sendRest,
    );
    assert.deepEqual([read, filled, distinct, top[0]], [4, 3, 2, { value: 1, count: 2 }]);
  });
});

describe('The statistics of a field on the page', () => {
  it('are reported until another field is counted, and with the reason when they fail', async () => {
    let onPiece = (): void => undefined;
    const client = clientStub({
      'GET cursors/*': async function* () {
        yield await Promise.resolve(Buffer.from('{"a":1}\n'));
        onPiece();
        yield await Promise.resolve(Buffer.from('{"a":2}\n'));
      },
    });
    const run = {
      rowCount: 1,
      text: 'table a',
      source: (end: AbortSignal) => new RunningQuery(client, 5, '').source(end),
    };
    const statistics = new PanelStatistics();
    const countedProgress = async (): Promise<unknown> => {
      const all: unknown[] = [];
      await statistics.count(run as unknown as QueryRun, 'a', ({ read, done, failure }) =>
        all.push([read, done, failure]),
      );
      return all;
    };
    assert.deepEqual(await countedProgress(), [
      [0, false, null],
      [2, true, null],
    ]);
    onPiece = () => {
      throw new Error('no more');
    };
    assert.match(JSON.stringify(await countedProgress()), /true,"An unexpected error occurred: no more"/);
    onPiece = () => statistics.stop();
    assert.deepEqual(await countedProgress(), [[0, false, null]]);
  });
});
