import assert from 'node:assert/strict';
import { pullRules } from '../../../src/code/pullRules';
import { ProjectFolder } from '../../../src/code/projectFolder';
import { HttpServer } from '../../support/httpServer';
import { someGuid } from '../../support/scheduledQueries';
import { temporaryFolder } from '../../support/temporaryFolder';

describe('Detection rules in a folder', () => {
  it('are written as far as the platform lists them, and what it does not list is told', async () => {
    const listed = new Set(['batch']);
    await using server = await HttpServer.start(({ url }, response) => {
      const isListed = [...listed].some((kind) => url.includes(`${kind}-rules`));
      const rules = [{ guid: someGuid, name: 'Scan' }];
      response.writeHead(isListed ? 200 : 405).end(JSON.stringify({ total_count: 1, rules }));
    });
    await using folder = await temporaryFolder();
    const pull = async (): Promise<unknown> => {
      await using client = server.client();
      return await pullRules(client, new ProjectFolder(folder.path), 'lab', false);
    };

    assert.deepEqual(await pull(), {
      written: ['rules/lab/batch/Scan.json'],
      gone: [],
      unlisted: 'This platform cannot list its stream rules. They were skipped.',
    });
    listed.clear();
    assert.deepEqual(await pull(), {
      written: [],
      gone: [],
      unlisted: 'This platform cannot list its detection rules. They were skipped.',
    });
  });
});
