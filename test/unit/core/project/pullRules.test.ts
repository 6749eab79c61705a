import assert from 'node:assert/strict';
import { pullRules, rulesResolvedBy } from '../../../../src/core/project/pullRules';
import { ProjectFolder } from '../../../../src/core/project/projectFolder';
import { HttpServer } from '../../../support/httpServer';
import { otherGuid, someGuid } from '../../../support/scheduledQueries';
import { temporaryFolder } from '../../../support/temporaryFolder';

const careful = { isAccepted: rulesResolvedBy({ prune: false, overwrite: false }) };
const pruning = { isAccepted: rulesResolvedBy({ prune: true, overwrite: false }) };

describe('Pulling detection rules', () => {
  it('writes the kinds that the platform lists, and reports the others', async () => {
    let listed: string | undefined;
    await using server = await HttpServer.start(({ url }, response) => {
      const isListed = listed !== undefined && url.includes(`${listed}-rules`);
      const rules = [{ guid: someGuid, name: 'Scan' }];
      response.writeHead(isListed ? 200 : 405).end(JSON.stringify({ total_count: 1, rules }));
    });
    await using folder = await temporaryFolder();
    const pull = async (): Promise<unknown> => {
      await using client = server.client();
      return await pullRules(client, new ProjectFolder(folder.path), 'lab', careful);
    };

    for (const [kind, other] of [
      ['batch', 'stream'],
      ['stream', 'batch'],
      [undefined, 'detection'],
    ] as const) {
      listed = kind;
      assert.deepEqual(await pull(), {
        written: kind === undefined ? [] : [`rules/lab/${kind}/Scan.lqrule`],
        kept: [],
        missing: [],
        unlisted: `This platform cannot list its ${other} rules. They were skipped.`,
      });
    }
  });

  it('keeps the files of deleted rules unless prune is set', async () => {
    let names: readonly string[] = ['Scan', 'SCAN'];
    const guids = [someGuid, otherGuid];
    await using server = await HttpServer.start(({ url }, response) => {
      const all = names.map((name, index) => ({
        name,
        guid: guids[index],
        b: { d: null, c: [{ f: 2, e: 3 }] },
      }));
      const rules = url.includes('batch-rules') ? all : [];
      response.end(JSON.stringify({ total_count: rules.length, rules }));
    });
    await using folder = await temporaryFolder();
    const project = new ProjectFolder(folder.path);
    const [scan, other] = ['rules/lab/batch/Scan.lqrule', `rules/lab/batch/SCAN-${otherGuid}.lqrule`];

    assert.deepEqual((await pullRules(server.api, project, 'lab', careful)).written, [scan, other]);
    const text = 'b:\n  c:\n    - e: 3\n      f: 2\n  d: null\n';
    assert.equal(project.read(scan), `---\nname: Scan\nguid: ${someGuid}\n${text}---\n`);
    const unchanged = { written: [], kept: [], missing: [], unlisted: undefined };
    assert.deepEqual(await pullRules(server.api, project, 'lab', pruning), unchanged);
    await project.write('rules/lab/batch/notes.json', '{"guid": 5}');
    await project.write('rules/lab/batch/notes.txt', '{"guid": "5"}');

    names = ['Renamed'];
    assert.deepEqual(await pullRules(server.api, project, 'lab', careful), {
      written: [scan],
      kept: [],
      missing: [other],
      unlisted: undefined,
    });
    assert.match(project.read(other), /SCAN/);
    assert.deepEqual((await pullRules(server.api, project, 'lab', pruning)).missing, [other]);
    const left = await project.filesBelow('rules');
    assert.deepEqual(
      left.map(({ path }) => path),
      [scan, 'rules/lab/batch/notes.json', 'rules/lab/batch/notes.txt'],
    );
  });

  it('never overwrites the file of another rule, and rejects when the platform fails', async () => {
    let rules: readonly object[] = [{ guid: someGuid, name: 'Scan' }];
    let status = 200;
    await using server = await HttpServer.start(({ url }, response) => {
      const listed = url.includes('batch-rules') ? rules : [];
      const body = { total_count: listed.length, rules: listed };
      const failure = { error_code: 'odd', error_msg: 'no' };
      response.writeHead(status).end(JSON.stringify(status === 200 ? body : failure));
    });
    await using folder = await temporaryFolder();
    const project = new ProjectFolder(folder.path);
    await pullRules(server.api, project, 'lab', careful);
    rules = [{ guid: otherGuid, name: 'scan' }];
    assert.deepEqual(await pullRules(server.api, project, 'lab', careful), {
      written: [`rules/lab/batch/scan-${otherGuid}.lqrule`],
      kept: [],
      missing: ['rules/lab/batch/Scan.lqrule'],
      unlisted: undefined,
    });
    status = 400;
    await assert.rejects(pullRules(server.api, project, 'lab', pruning), { name: 'RejectedError' });
    assert.equal((await project.filesBelow('rules')).length, 2);
  });
});
