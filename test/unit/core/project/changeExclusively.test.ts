import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { lutimes, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { changeExclusively } from '../../../../src/core/project/changeExclusively';
import { ProjectFolder } from '../../../../src/core/project/projectFolder';
import { folderOfEachTest } from '../../../support/temporaryFolder';
import { scheduledQueryFields, someGuid } from '../../../support/scheduledQueries';

describe('A change of the lock file', () => {
  const folder = folderOfEachTest();
  const file = (name = 'logbench.lock.json'): string => path.join(folder.path, name);

  it('loses no entry of two other processes and two windows that write at the same time', async () => {
    const writers = ['a', 'b'].map((prefix) => {
      const args = ['--import', 'tsx', 'test/support/lockWriter.ts', folder.path, prefix, '60'];
      return spawn(process.execPath, args, { stdio: 'inherit' });
    });
    const ended = writers.map(async (writer) => once(writer, 'exit'));
    const windows = [new ProjectFolder(folder.path), new ProjectFolder(folder.path)];
    const inWindow = windows.map(async (window, number) => {
      for (let turn = 0; turn < 60 || writers.some(({ exitCode }) => exitCode === null); turn++) {
        await new Promise(setImmediate);
        await window.changeLock((lock) => {
          const record = scheduledQueryFields();
          lock.set('test', `window${number}-${Math.min(turn, 59)}.lq`, { guid: someGuid, record });
        });
      }
    });
    await Promise.all(inWindow);
    for (const [code] of await Promise.all(ended)) assert.equal(code, 0);
    assert.equal(new ProjectFolder(folder.path).readLock().of('test').size, 240);
    assert.deepEqual(await readdir(folder.path), ['logbench.lock.json']);
  });

  it('removes what a killed process has left, also when several find it', async () => {
    await writeFile(file(), 'old');
    await writeFile(file('logbench.lock.json.tmp'), 'hal');
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(file('logbench.lock.json.tmp'), longAgo, longAgo);
    const append = async (letter: string): Promise<void> =>
      changeExclusively(file(), () => `${readFileSync(file(), 'utf8')}${letter}`);
    await Promise.all(['a', 'b', 'c'].map(append));
    assert.deepEqual((await readFile(file(), 'utf8')).split('').sort(), 'abcdlo'.split(''));
    assert.deepEqual(await readdir(folder.path), ['logbench.lock.json']);
  });

  it('waits for another process that is in the middle of one', async () => {
    await writeFile(file('logbench.lock.json.tmp'), '');
    let isDone = false;
    const change = changeExclusively(file(), () => {
      isDone = true;
      return 'new';
    });
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    assert.equal(isDone, false);
    await rm(file('logbench.lock.json.tmp'));
    await change;
    assert.equal(await readFile(file(), 'utf8'), 'new');
  });

  it('starts again when another process took over while it was suspended', async () => {
    let turns = 0;
    await changeExclusively(file(), () => {
      if (++turns === 1) {
        renameSync(file('logbench.lock.json.tmp'), file('aside'));
        writeFileSync(file(), 'theirs');
      }
      return `turn ${turns}`;
    });
    assert.equal(await readFile(file(), 'utf8'), 'turn 2');
  });

  it('leaves everything as it was when it fails', async () => {
    await writeFile(file(), 'old');
    const failed = changeExclusively(file(), () => {
      throw new Error('full');
    });
    await assert.rejects(failed, /full/);
    assert.deepEqual(
      [await readFile(file(), 'utf8'), await readdir(folder.path)],
      ['old', ['logbench.lock.json']],
    );
  });

  it('writes through no link, whichever file is one', async () => {
    await mkdir(file('elsewhere'));
    await writeFile(file('elsewhere/victim'), 'untouched');
    await symlink(file('elsewhere/victim'), file('logbench.lock.json.tmp'));
    const longAgo = new Date(Date.now() - 3_600_000);
    await lutimes(file('logbench.lock.json.tmp'), longAgo, longAgo);
    await new ProjectFolder(folder.path).changeLock(() => undefined);
    assert.equal(await readFile(file('elsewhere/victim'), 'utf8'), 'untouched');
    assert.match(await readFile(file(), 'utf8'), /"version": 1/);
  });
});
