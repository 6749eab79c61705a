import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ProjectError } from '../../src/core/project/fileProblem';
import { copyUri, PlatformCopies } from '../../src/extension/features/project/platformCopies';
import { ProjectList } from '../../src/extension/features/project/projectList';
import type { ScheduledQuery } from '../../src/core/interface/scheduledQuery';
import { eventually } from '../support/eventually';
import { someGuid } from '../support/scheduledQueries';
import { scheduledQueryRecord } from '../support/scheduledQueryRecord';
import { ComparedProject, logons, pending } from './support/comparedProject';
import { inOldest as test } from './support/vscodes';

type LateResponse = ReturnType<typeof pending<readonly ScheduledQuery[]>>;

const faulty = '---\nname: 5\n---\ntable a\n';

describe('An open project', () => {
  test('keeps the comparison while a file has a problem, and has none while its folder cannot be read', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    await project.refresh();
    const { plan } = project;
    assert.equal(plan?.items.length, 1);

    await compared.write(logons, faulty);
    await project.readFiles();
    assert.deepEqual([project.content?.problems.length, project.plan], [1, plan]);

    await rm(path.join(compared.root, 'logbench.yaml'));
    await project.readFiles();
    assert.match(project.failure ?? '', /^Failed: logbench\.yaml no longer exists/);
    assert.deepEqual(
      [project.content, project.plan, project.copyOf(logons)],
      [undefined, undefined, undefined],
    );
    await assert.rejects(project.compare(), /no longer exists/);

    await compared.fill();
    await project.readFiles();
    assert.deepEqual([project.failure, project.plan?.items.length], [undefined, 1]);
    assert.deepEqual(compared.reads, ['Lab']);
  });

  test('is not compared for a command if its files get a problem in between', async () => {
    await using compared = await ComparedProject.make();
    const { project, response } = compared;
    await project.refresh();
    compared.response = async (connection) => {
      await compared.write(logons, faulty);
      await project.readFiles();
      return response(connection);
    };
    await assert.rejects(project.compare(), /^ExplainedError: scheduled-queries\/logons\.lq:1: /);
    await assert.rejects(project.compare(), /logons\.lq:1: /);
    assert.deepEqual(compared.reads, ['Lab', 'Lab'], 'it is not read for files with a problem');
  });

  test('reports what a comparison needs and does not have', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    compared.connections = [];
    await project.refresh();
    assert.deepEqual([project.content?.files.length, project.failure, compared.reads], [1, undefined, []]);
    await assert.rejects(project.compare(), /There is no connection to lab, https:\/\/lab\.example\./);
    await compared.write('logbench.yaml', 'platforms: {}\n');
    await assert.rejects(project.compare());
    assert.deepEqual(compared.reads, []);
  });

  test('reports a failure of the platform until it can be read again', async () => {
    await using compared = await ComparedProject.make();
    const { project, response } = compared;
    await project.refresh();
    const { plan, readAt } = project;
    compared.response = () => Promise.reject(new Error('Down.'));
    await project.refresh();
    assert.deepEqual([project.failure, project.readAt], ['Failed: Down.', readAt]);
    assert.deepEqual(project.plan, plan);
    const [first, second] = [pending<readonly ScheduledQuery[]>(), pending<readonly ScheduledQuery[]>()];
    const responses = [first.promise, second.promise];
    compared.response = async (connection) => responses.shift() ?? response(connection);
    const refreshes = [project.refresh(), project.refresh()];
    await eventually(() => compared.reads.length === 4);
    first.reject(new Error('Down.'));
    await refreshes[0];
    assert.equal(project.failure, 'Failed: Down.');
    second.resolve([]);
    await refreshes[1];
    assert.equal(project.failure, undefined);
  });

  test('has the records of the latest request, even if an earlier request responds or fails later', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const late = [1, 2, 3].map(() => pending<readonly ScheduledQuery[]>());
    compared.response = async () => late[compared.reads.length - 1]?.promise ?? Promise.resolve([]);
    const refreshes = late.map(async (_, index) => {
      const refreshing = project.refresh();
      await eventually(() => compared.reads.length > index);
      return { refreshing };
    });
    const [first, second, third] = await Promise.all(refreshes);
    late[2]?.resolve([]);
    await third?.refreshing;
    const { plan } = project;
    assert.deepEqual(plan?.unmanaged, []);
    late[1]?.resolve([scheduledQueryRecord({ name: 'Deleted by now' })]);
    late[0]?.reject(new Error('Down.'));
    await Promise.all([first?.refreshing, second?.refreshing]);
    assert.deepEqual([project.plan, project.failure], [plan, undefined]);
  });

  test('has the files of the latest read, although an earlier read takes longer', async () => {
    await using compared = await ComparedProject.make();
    await using clock = await ComparedProject.make();
    const { project } = compared;
    const { folder } = project;
    const readQueryFiles = folder.readQueryFiles.bind(folder);
    const reads: Promise<void>[] = [];
    folder.readQueryFiles = async (input) => {
      const files = await readQueryFiles(input);
      if (reads.length === 1) {
        await compared.write('scheduled-queries/second.lq', '---\nname: Second\n---\ntable b\n');
        reads.push(project.readFiles());
        await Promise.race([reads[1], pauseOf(clock)]);
      }
      return files;
    };
    reads.push(project.readFiles());
    await reads[0];
    await reads[1];
    assert.equal(project.content?.files.length, 2);
  });

  for (const [what, settle] of [
    ['responds', (late: LateResponse) => late.resolve([])],
    ['fails', (late: LateResponse) => late.reject(new Error('Down.'))],
  ] as const) {
    test(`keeps the platform selected last, although the request to an earlier one ${what} later`, async () => {
      await using compared = await ComparedProject.make();
      const { project } = compared;
      await project.refresh();
      const late = pending<readonly ScheduledQuery[]>();
      compared.response = async ({ name }) => (name === 'Lab' ? late.promise : Promise.resolve([]));
      const refreshing = project.refresh();
      await eventually(() => compared.reads.length === 2);
      await project.pick('other');
      settle(late);
      await refreshing;
      assert.deepEqual([project.failure, project.platform?.name], [undefined, 'other']);
      assert.deepEqual(
        project.plan?.items.map(({ kind }) => kind),
        ['create'],
      );
    });
  }

  test('discards the records of a platform that is no longer selected, and does not read the same one again', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    await project.refresh();
    const before = compared.moves;
    await project.pick('lab');
    assert.deepEqual([compared.reads, compared.moves], [['Lab'], before]);

    const late = pending<readonly ScheduledQuery[]>();
    compared.response = async () => late.promise;
    const picking = project.pick('other');
    await eventually(() => compared.reads.length === 2);
    assert.deepEqual([project.plan, project.readAt, compared.moves], [undefined, undefined, before + 1]);
    late.resolve([]);
    await picking;
    assert.ok(project.readAt);

    await compared.write('logbench.yaml', 'platforms:\n  lab: {base_url: "https://lab.example"}\n');
    await project.readFiles();
    assert.deepEqual(
      [project.platform?.name, project.plan],
      ['lab', undefined],
      'the other one no longer exists',
    );
  });

  test('is read once after several changes of files, and not after it is closed', async () => {
    await using compared = await ComparedProject.make();
    await using clock = await ComparedProject.make();
    const { project } = compared;
    for (let times = 0; times < 3; times++) project.noteFiles();
    await pauseOf(clock);
    await eventually(() => compared.changes > 0);
    await pauseOf(clock);
    assert.equal(compared.changes, 1);

    await using closed = await ComparedProject.make();
    closed.project.noteFiles();
    closed.project.dispose();
    await pauseOf(clock);
    await pauseOf(clock);
    assert.equal(closed.project.content, undefined);
  });

  test('is not read during an action, but with its platform at the end, even if the action fails', async () => {
    await using compared = await ComparedProject.make();
    await using clock = await ComparedProject.make();
    const { project, response } = compared;
    compared.response = async (connection) => {
      project.noteFiles();
      return response(connection);
    };
    project.noteFiles();
    const failing = project.during(async () => {
      await project.during(() => Promise.resolve());
      const { changes } = compared;
      project.noteFiles();
      await pauseOf(clock);
      await pauseOf(clock);
      assert.equal(compared.changes, changes, 'another action that has ended does not end this one');
      throw new ProjectError('It cannot be written.');
    });
    await assert.rejects(failing, { name: 'ExplainedError', message: 'It cannot be written.' });
    assert.deepEqual([compared.reads, project.content?.files.length], [['Lab', 'Lab'], 1]);

    // Files have changed while it was read at the end.
    const { changes } = compared;
    await eventually(() => compared.changes > changes);
    await assert.rejects(
      project.during(() => Promise.reject(new TypeError('It is broken.'))),
      { name: 'TypeError', message: 'It is broken.' },
    );
  });

  test('reads its platform again when the lock file has changed, if it was read before', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const noted = async (): Promise<void> => {
      const { changes } = compared;
      project.noteFiles();
      await eventually(() => compared.changes > changes);
    };
    await noted();
    await compared.link('lab', 'scheduled-queries/missing.lq', someGuid);
    await noted();
    assert.deepEqual(compared.reads, []);
    await project.refresh();
    await compared.write(logons, '---\nname: Logons\nschedule: "1 * * * *"\n---\ntable a\n');
    await noted();
    assert.deepEqual(compared.reads, ['Lab']);
    await compared.link('lab', 'scheduled-queries/another.lq', someGuid.replace('8', '9'));
    await noted();
    await eventually(() => compared.reads.length === 2);
  });

  test('reports moved files of queries only when they have moved', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    await project.readFiles();
    await project.readFiles();
    assert.deepEqual([compared.moves, project.pathOfRecord('lab', someGuid)], [1, logons]);
    assert.equal(project.pathOfRecord('other', someGuid), undefined);
    await rm(path.join(compared.root, logons));
    await project.readFiles();
    assert.deepEqual([compared.moves, project.pathOfRecord('lab', someGuid)], [2, undefined]);
  });

  test('still knows the files of queries while its lock file is invalid', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    await project.readFiles();
    await compared.write('logbench.lock.json', '<<<<<<< HEAD\n');
    await project.readFiles();
    assert.equal(project.content?.problems.length, 1);
    assert.deepEqual([compared.moves, project.pathOfRecord('lab', someGuid)], [1, logons]);
  });

  test('has paths only for its own files', async () => {
    await using compared = await ComparedProject.make();
    const { project, root } = compared;
    assert.equal(project.pathOf(project.uriOf(logons)), logons);
    for (const elsewhere of [root, `${root}-2/a.lq`, path.dirname(root)]) {
      assert.equal(project.pathOf(vscode.Uri.file(elsewhere)), undefined, elsewhere);
    }
    assert.equal(project.pathOf(project.uriOf(logons).with({ scheme: 'git' })), undefined);
  });
});

describe('The projects of a window', () => {
  test('are found by their files, the innermost first, in any order of opening', async () => {
    await using outer = await ComparedProject.make();
    await using inner = await outer.inside('team');
    const file = inner.project.uriOf(logons);
    for (const order of [
      [outer, inner],
      [inner, outer],
    ]) {
      const projects = new ProjectList(outer.platforms);
      for (const { project } of order) projects.add(project);
      assert.equal(projects.projectOf(file), inner.project);
      assert.equal(projects.projectOf(inner.project.uri), inner.project);
      assert.equal(projects.projectOf(outer.project.uri), outer.project);
      assert.equal(projects.projectOf(outer.project.uriOf('team.lq')), outer.project);
      assert.equal(projects.projectOf(vscode.Uri.file(path.dirname(outer.root))), undefined);
    }
  });

  test('know which files are scheduled queries, and the names of the others', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    await compared.write('scheduled-queries/second.lq', '---\nname: Second\nafter: Logons\n---\ntable b\n');
    await compared.write(
      'scheduled-queries/third.lq',
      '---\nname: Third\nafter: Logons\nplatforms:\n  lab: false\n---\ntable c\n',
    );
    const projects = new ProjectList(compared.platforms);
    projects.add(project);
    await project.readFiles();
    const file = project.uriOf(logons);
    const readme = project.uriOf('README.md');
    assert.deepEqual(
      [projects.has(file), projects.has(readme), projects.has(project.uri)],
      [true, false, false],
    );
    assert.equal(projects.connectionOf(file)?.name, 'Lab');
    assert.equal(projects.connectionOf(readme), undefined);
    assert.deepEqual(projects.namesBeside(file), ['Second']);
    assert.deepEqual(projects.namesBeside(vscode.Uri.file('/elsewhere/a.lq')), []);
  });

  test('have the file of a query for one connection, and not for the same query on another', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const projects = new ProjectList(compared.platforms);
    projects.add(project);
    await project.readFiles();
    const guid = someGuid.toUpperCase();
    assert.equal(projects.fileOf({ connection: 'Lab', guid })?.fsPath, project.uriOf(logons).fsPath);
    assert.equal(projects.fileOf({ connection: 'Other', guid }), undefined);
    assert.equal(projects.selectFile({ connection: 'Other', guid }), undefined);
    assert.equal(project.platform?.name, 'lab');

    await compared.link('other', logons, someGuid);
    await project.readFiles();
    assert.equal(projects.selectFile({ connection: 'Other', guid })?.fsPath, project.uriOf(logons).fsPath);
    await eventually(() => project.readAt);
    assert.deepEqual([project.platform.name, compared.reads], ['other', ['Other']]);
  });

  test('raise events when they change, and are closed when they are removed', async () => {
    await using compared = await ComparedProject.make();
    await using second = await ComparedProject.make();
    const closed: string[] = [];
    const projects = new ProjectList(compared.platforms);
    const events = { changes: 0, moves: 0 };
    projects.onDidChange(() => events.changes++);
    projects.onDidMoveFiles(() => events.moves++);
    for (const { project } of [compared, second]) {
      projects.add(project, new vscode.Disposable(() => closed.push(project.root)));
    }
    await compared.project.readFiles();
    assert.deepEqual(events, { changes: 1, moves: 1 });
    projects.remove(compared.root);
    assert.deepEqual([events, closed], [{ changes: 2, moves: 2 }, [compared.root]]);
    assert.deepEqual([projects.find(compared.root), projects.all.length], [undefined, 1]);
    await compared.project.readFiles();
    assert.deepEqual(events, { changes: 2, moves: 2 });
    projects.dispose();
    assert.deepEqual([closed, projects.all], [[compared.root, second.root], []]);
  });

  test('show the copy of the compared platform, and empty text for files that it does not have', async () => {
    await using compared = await ComparedProject.make();
    const { project } = compared;
    const projects = new ProjectList(compared.platforms);
    projects.add(project);
    const copies = new PlatformCopies(projects);
    await project.refresh();
    const uri = copyUri(project, logons);
    assert.match(copies.provideTextDocumentContent(uri), /name: Logons[^]*table a/);
    assert.equal(copies.provideTextDocumentContent(copyUri(project, 'scheduled-queries/new.lq')), '');
    assert.equal(copies.provideTextDocumentContent(uri.with({ query: 'other' })), '');
    assert.equal(copies.provideTextDocumentContent(uri.with({ path: '/elsewhere/a.lq' })), '');
    copies.dispose();
  });
});

/** As long as a project waits for further changes of files. */
async function pauseOf(clock: ComparedProject): Promise<void> {
  const { changes } = clock;
  clock.project.noteFiles();
  await eventually(() => clock.changes > changes);
}
