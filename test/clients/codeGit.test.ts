import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ProjectFolder } from '../../src/core/project/projectFolder';
import { FilesOfFolder } from '../support/filesOfFolder';
import { resultOf, runCommand, startCommandLine } from '../support/project';
import type { CommandResult } from '../support/project';
import { otherGuid, scheduledQueryFields, someGuid } from '../support/scheduledQueries';
import { folderOfEachTest } from '../support/temporaryFolder';

const lockFile = 'logbench.lock.json';

describe('The lock file of a project in Git', () => {
  const folder = folderOfEachTest();

  async function git(...args: readonly string[]): Promise<string> {
    const settings = [
      'user.name=A',
      'user.email=a@example.org',
      'commit.gpgsign=false',
      'core.autocrlf=false',
    ];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    const all = [...settings.flatMap((setting) => ['-c', setting]), ...args];
    return (await promisify(execFile)('git', all, { cwd: folder.path, env })).stdout;
  }

  const files = (): FilesOfFolder => new FilesOfFolder(folder.path);

  async function change(entries: Readonly<Record<string, string | undefined>>): Promise<void> {
    await new ProjectFolder(folder.path).changeLock((lock) => {
      for (const [name, query] of Object.entries(entries)) {
        if (query === undefined) lock.delete('test', `${name}.lq`);
        else
          lock.set('test', `${name}.lq`, { guid: someGuid, record: scheduledQueryFields({ name, query }) });
      }
    });
  }

  async function commit(entries: Readonly<Record<string, string | undefined>>): Promise<void> {
    await change(entries);
    await git('add', '-A');
    await git('commit', '-qm', 'Change');
  }

  /** The texts of the entries, by name. */
  function queries(): Readonly<Record<string, string>> {
    const entries = new ProjectFolder(folder.path).readLock().of('test');
    return Object.fromEntries([...entries].map(([path, { record }]) => [path.slice(0, -3), record.query]));
  }

  async function init(): Promise<CommandResult> {
    return resultOf(startCommandLine(['init'], { cwd: folder.path, env: { PATH: withoutLogbench() } }));
  }

  function withoutLogbench(): string {
    return (process.env['PATH'] ?? '')
      .split(':')
      .filter((one) => !one.includes('node_modules'))
      .join(':');
  }

  /** Two branches, each with a change; the second one is checked out. */
  async function branches(
    one: Readonly<Record<string, string | undefined>>,
    other: Readonly<Record<string, string | undefined>>,
  ): Promise<void> {
    await git('checkout', '-qb', 'one');
    await commit(one);
    await git('checkout', '-q', 'main');
    await git('checkout', '-qb', 'other');
    await commit(other);
  }

  beforeEach(async () => {
    await git('init', '-q', '-b', 'main');
    await files().write('logbench.yaml', 'platforms: {}\n');
    await commit({ a: 'a', b: 'b', c: 'c', d: 'd' });
  });

  it('is merged by its entries after init, when two branches changed neighbors', async () => {
    const { code, notes } = await init();
    assert.equal(code, 0, notes);
    assert.equal(await files().read('.gitattributes'), `${lockFile} text eol=lf merge=logbench-lock\n`);
    await commit({});
    await branches({ b: 'theirs', e: 'e' }, { c: 'ours', d: undefined, f: 'f' });
    await git('merge', '-q', '--no-edit', 'one');
    assert.deepEqual(queries(), { a: 'a', b: 'theirs', c: 'ours', e: 'e', f: 'f' });
    assert.equal(await git('status', '--porcelain'), '');
    assert.equal((await runCommand(['check'], { cwd: folder.path, env: {} })).code, 0);
  });

  it('is merged so in a rebase and a cherry-pick too, and with the line ends of Windows', async () => {
    await init();
    await commit({});
    await branches({ b: 'theirs' }, { c: 'ours' });
    await git('rebase', '-q', 'one');
    assert.deepEqual(queries(), { a: 'a', b: 'theirs', c: 'ours', d: 'd' });
    await git('checkout', '-q', 'main');
    await files().write('.gitattributes', `${lockFile} -text merge=logbench-lock\n`);
    await files().write(lockFile, (await files().read(lockFile)).replaceAll('\n', '\r\n'));
    await commitAll();
    await git('cherry-pick', 'one');
    assert.deepEqual(queries(), { a: 'a', b: 'theirs', c: 'c', d: 'd' });
  });

  async function commitAll(): Promise<void> {
    await git('add', '-A');
    await git('commit', '-qm', 'Line ends');
  }

  it('keeps our entry when both branches changed it, and one that only one of them deleted', async () => {
    await init();
    await commit({});
    await branches({ a: 'theirs', b: undefined, c: 'theirs' }, { a: 'ours', b: 'ours', c: undefined });
    await git('merge', '-q', '--no-edit', 'one');
    assert.deepEqual(queries(), { a: 'ours', b: 'ours', c: 'theirs', d: 'd' });
  });

  it('is left in conflict, and ours complete, when one side is damaged', async () => {
    await init();
    await commit({});
    await branches({ b: 'theirs' }, { c: 'ours' });
    await files().write(lockFile, '{ "version": 2 }\n');
    await commitAll();
    await assert.rejects(git('merge', '-q', '--no-edit', 'one'));
    assert.equal(await files().read(lockFile), '{ "version": 2 }\n');
  });

  for (const style of ['merge', 'diff3']) {
    it(`is repaired with the changes of both branches when Git left conflict markers (${style})`, async () => {
      await branches({ b: 'theirs', e: 'e' }, { c: 'ours', a: undefined });
      await assert.rejects(git('-c', `merge.conflictStyle=${style}`, 'merge', '-q', 'one'));
      assert.throws(queries, /logbench lock repair/);
      const { code, notes } = await runCommand(['lock', 'repair'], { cwd: folder.path, env: {} });
      assert.equal(code, 0, notes);
      const { b, c, d, e } = queries();
      assert.deepEqual(
        [b === 'b' || b === 'theirs', c === 'c' || c === 'ours', d, e],
        [true, true, 'd', 'e'],
      );
      assert.match(notes, /differs on both sides, ours is taken: test\/[bc]\.lq/);
    });
  }

  it('is repaired when merge=union left two lines for one entry', async () => {
    await files().write('.gitattributes', `*.txt text\r\n${lockFile} merge=union\r\n`);
    await commit({});
    await branches({ b: 'theirs' }, { b: 'ours' });
    await git('merge', '-q', '--no-edit', 'one');
    assert.throws(queries, /has two entries for "test\/b\.lq"/);
    assert.equal((await runCommand(['lock', 'repair'], { cwd: folder.path, env: {} })).code, 0);
    assert.equal(queries()['b'], 'ours');
    const again = await runCommand(['lock', 'repair'], { cwd: folder.path, env: {} });
    assert.deepEqual([again.code, again.notes], [0, `${lockFile} is not damaged.\n`]);

    await init();
    const line = `${lockFile} text eol=lf merge=logbench-lock\r\n`;
    assert.equal(await files().read('.gitattributes'), `*.txt text\r\n${line}`);
  });

  it('loses only what cannot be read when it is repaired, and nothing of a newer version', async () => {
    const text = await files().read(lockFile);
    await files().write(lockFile, text.replace('"guid"', '"gui'));
    const { notes } = await runCommand(['lock', 'repair'], { cwd: folder.path, env: {} });
    assert.match(notes, /removed, because it cannot be read: test\/a\.lq/);
    assert.deepEqual(queries(), { b: 'b', c: 'c', d: 'd' });
    const newer = text.replace('"version": 1', '"version": 2');
    await files().write(lockFile, newer);
    const rejected = await runCommand(['lock', 'repair'], { cwd: folder.path, env: {} });
    assert.deepEqual([rejected.code, await files().read(lockFile)], [1, newer]);
  });

  it('takes the entries of a platform from the side that moved it to another address', async () => {
    const bind = async (baseUrl: string): Promise<void> =>
      new ProjectFolder(folder.path).changeLock((lock) => {
        lock.bind({ name: 'test', baseUrl, product: 'core' }, lock.of('test'));
      });
    await init();
    await bind('http://old');
    await commit({});
    await git('checkout', '-qb', 'one');
    await new ProjectFolder(folder.path).changeLock((lock) => {
      const moved = { guid: otherGuid, record: scheduledQueryFields({ name: 'a', query: 'moved' }) };
      lock.bind({ name: 'test', baseUrl: 'http://new', product: 'core' }, new Map([['a.lq', moved]]));
    });
    await commitAll();
    await git('checkout', '-q', 'main');
    await commit({ b: 'ours' });
    await git('merge', '-q', '--no-edit', 'one');
    assert.deepEqual(queries(), { a: 'moved' });
  });

  it('is not set up outside of a repository, and init says so', async () => {
    await files().write('.git/HEAD', 'damaged');
    const { code, notes } = await init();
    assert.deepEqual([code, notes.includes('is not in a Git repository')], [1, true], notes);
  });
});
