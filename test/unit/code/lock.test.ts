import assert from 'node:assert/strict';
import { Lock, parseLock } from '../../../src/code/lock';
import { ProjectFolder } from '../../../src/code/projectFolder';
import { otherGuid, scheduledQueryFields, someGuid } from '../../support/scheduledQueries';
import { temporaryFolder } from '../../support/temporaryFolder';

describe('The lock', () => {
  const record = scheduledQueryFields({
    name: 'Second',
    query: 'table a\n| limit 1',
    triggerType: 'workflow',
    cronSchedule: undefined,
    precedingGuid: otherGuid,
    precedingAction: 'failed',
    nodeTypes: ['data'],
  });

  function lock(): Lock {
    const made = new Lock();
    made.set('test', 'scheduled-queries/b.lq', { guid: someGuid, record });
    made.set('test', 'scheduled-queries/a.lq', { guid: otherGuid, record: scheduledQueryFields() });
    return made;
  }

  it('has one line an entry, in order, each with a comma', () => {
    const lines = lock().print().split('\n');

    assert.deepEqual(
      lines.map((line) => /^ {2}"[^"]+"|^./.exec(line)?.[0]),
      [
        '{',
        '  "test/scheduled-queries/a.lq"',
        '  "test/scheduled-queries/b.lq"',
        '  "version"',
        '}',
        undefined,
      ],
    );
    assert.ok(lines.slice(1, 3).every((line) => line.endsWith('},')));
  });

  it('reads back as it was written', () => {
    const read = parseLock(lock().print());

    assert.deepEqual(read.of('test').get('scheduled-queries/b.lq'), { guid: someGuid, record });
    assert.equal(read.print(), lock().print());
    assert.ok(read.isElsewhere('scheduled-queries/a.lq', 'other'));
    assert.ok(!read.isElsewhere('scheduled-queries/a.lq', 'test'));
  });

  it('refuses what a merge left behind', () => {
    const text = lock().print();
    const line = text.split('\n')[1] ?? '';

    assert.throws(() => parseLock(`<<<<<<< ours\n${text}`), /unresolved merge conflicts/);
    assert.throws(
      () => parseLock(text.replace(line, `${line}\n${line}`)),
      /has two entries for "test\/scheduled-queries\/a\.lq"/,
    );
    assert.throws(() => parseLock('{"test/a.lq": {}, "version": 1}'), /the entry “test\/a\.lq” is damaged/);
  });

  it('names no file outside the folder', () => {
    for (const path of ['../../.profile', '/etc/passwd', 'a/../../b.lq', 'a\\..\\b.lq']) {
      const made = new Lock();
      made.set('test', path, { guid: someGuid, record });
      assert.throws(() => parseLock(made.print()), /is damaged/, path);
    }
  });

  it('is read with the mark and the line ends that editors of Windows add', () => {
    const text = `\uFEFF${lock().print().replaceAll('\n', '\r\n')}`;

    assert.equal(parseLock(text).print(), lock().print());
  });

  it('keeps what two commands of one window note at the same time', async () => {
    await using folder = await temporaryFolder();
    const project = new ProjectFolder(folder.path);
    const note = async (name: string): Promise<void> =>
      project.changeLock((now) => {
        now.set('test', name, { guid: someGuid, record });
      });

    await Promise.all(['a.lq', 'b.lq', 'c.lq'].map(note));
    const read = await new ProjectFolder(folder.path).readLock();
    assert.deepEqual([...read.of('test').keys()], ['a.lq', 'b.lq', 'c.lq']);
  });
});
