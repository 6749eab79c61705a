import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { RunningQuery } from '../../../../../src/core/api/runningQuery';
import { exportRows, exportTo } from '../../../../../src/extension/features/queryResults/resultsExport';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import { HttpServer } from '../../../../support/httpServer';
import { clientFor, startApp } from '../../../../support/startApp';
import { temporaryFolder } from '../../../../support/temporaryFolder';
import { RowMask } from '../../../../../src/core/privacy/maskResults';
import { Masker } from '../../../../../src/core/privacy/masker';
import { hiddenValues } from '../../../../support/hiddenValues';
import { finishedQuery } from './support';

const { signal } = new AbortController();

describe('Exporting the rows of a query', () => {
  it('keeps a character that comes in two pieces', async () => {
    await using folder = await temporaryFolder();
    const line = Buffer.from('{"a":"한"}\n');
    let response: ServerResponse | undefined;
    await using server = await HttpServer.start((_request, started) => {
      response = started;
      started.write(line.subarray(0, 7));
    });
    await using client = server.client();
    const sendRest = (): void => {
      if (response?.writableEnded === false) response.end(line.subarray(7));
    };
    const file = path.join(folder.path, 'rows.ndjson');

    const source = new RunningQuery(client, 1, '').source(signal);
    assert.equal(await exportRows(source, { format: 'ndjson', columns: [] }, file, sendRest, signal), 1);
    assert.deepEqual(await readFile(file), line);
  });

  it('masks sensitive values, in the names of columns and the file too, and says so', async () => {
    await using folder = await temporaryFolder();
    await using app = await startApp();
    await using client = clientFor(app);
    const text = `json "[{'user':'kim','n':-5,'big':9007199254740993,'line':'kim, from 10.1.2.3'},{'user':'=lee'}]"`;
    const queryId = await finishedQuery(client, text);
    const written = async (
      format: 'csv' | 'ndjson',
      query: string,
      columns: readonly string[],
    ): Promise<string> => {
      const file = path.join(folder.path, `rows.${format}`);
      const prompts = new ScriptedPrompts([{ file }]);
      const mask = new RowMask(query, new Masker());
      const name = 'by kim@corp.example';
      const exported = { format, name, complete: true, arranged: false, columns, mask };
      using _ = hiddenValues();
      await exportTo(
        prompts,
        new RunningQuery(client, queryId, '').source(signal),
        exported,
        () => undefined,
        signal,
      );
      assert.ok(prompts.seen[0]?.includes(`"by mail1-masked.${format}"`), prompts.seen[0]);
      assert.match(
        String(prompts.notices),
        /^2 rows were written to .* Sensitive values in it are masked\.$/,
      );
      assert.match(prompts.seen.join(), /"file":".*rows\./, 'can be opened');
      return await readFile(file, 'utf8');
    };

    const columns = ['user', 'n', 'line'];
    assert.equal(
      await written('csv', text, columns),
      'user,n,line\nuser1-masked,-5,"user1-masked, from ip2-masked"\nuser3-masked,,\n',
    );
    const [line = ''] = (await written('ndjson', text, columns)).split('\n');
    assert.deepEqual(JSON.parse(line), {
      ...{ user: 'user1-masked', n: -5, big: '9007199254740993' },
      line: 'user1-masked, from ip2-masked',
    });
    const turned = 'table t | timechart span=1h count by user';
    assert.match(await written('csv', turned, ['_time', 'n']), /^_time,user1-masked\n/);
    assert.match(await written('ndjson', turned, []), /"user\d+-masked":-5/);
  });
});
