import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Lock, parseLock } from '../../../../src/core/project/lock';
import { findProjectFolder, ProjectFolder } from '../../../../src/core/project/projectFolder';
import { readFolder } from '../../../../src/core/project/readFolder';
import { otherGuid, scheduledQueryFields, someGuid } from '../../../support/scheduledQueries';
import { temporaryFolder } from '../../../support/temporaryFolder';

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

  it('prints one sorted line per entry, with what differs from the defaults', () => {
    const made = new Lock();
    made.set('test', 'c.lq', { guid: someGuid, record: { ...record, triggerType: 'manual', nodeTypes: [] } });
    const second = scheduledQueryFields({ name: 'B', query: 'table b' });
    made.set('test', 'b.lq', { guid: otherGuid, record: second });
    made.set('test', 'a.lq', { guid: someGuid, record });
    const rest = `"output_parameter":false,"query":"table a\\n| limit 1"},`;
    const chain = `"after":"${otherGuid}","when":"failed",`;

    assert.deepEqual(made.print().split('\n').slice(1, 4), [
      `  "test/a.lq": {"guid":"${someGuid}","name":"Second","enabled":true,${chain}"node_types":["data"],${rest}`,
      `  "test/b.lq": {"guid":"${otherGuid}","name":"B","enabled":true,"schedule":"0 * * * *","output_parameter":false,"query":"table b"},`,
      `  "test/c.lq": {"guid":"${someGuid}","name":"Second","enabled":true,"type":"manual",${chain}${rest}`,
    ]);
  });

  it('reads back what it printed', () => {
    const read = parseLock(lock().print());

    assert.deepEqual(read.of('test').get('scheduled-queries/b.lq'), { guid: someGuid, record });
    assert.equal(read.print(), lock().print());
  });

  it('rejects another version, and an entry without a platform', () => {
    assert.throws(() => parseLock(lock().print().replace('"version": 1', '"version": 2')), /is not valid/);
    assert.throws(() => parseLock(lock().print().replace('"test/', '"/')), /is damaged/);
  });

  it('rejects conflict markers and duplicate entries of a merge', () => {
    const text = lock().print();
    const line = text.split('\n')[1] ?? '';

    assert.throws(() => parseLock(`<<<<<<< ours\n${text}`), /unresolved merge conflicts/);
    assert.throws(
      () => parseLock(text.replace(line, `${line}\n${line}`)),
      /has two entries for "test\/scheduled-queries\/a\.lq"/,
    );
    assert.throws(() => parseLock('{"test/a.lq": {}, "version": 1}'), /the entry “test\/a\.lq” is damaged/);
    const quoted = text.replaceAll('a.lq', 'a \\"b\\".lq');
    const twice = quoted.split('\n')[1] ?? '';
    assert.throws(() => parseLock(quoted.replace(twice, `${twice}\n${twice}`)), /has two entries/);
  });

  it('rejects an entry with a missing value or a value of another type', () => {
    const good = { guid: someGuid, name: 'A', query: 'table a', enabled: true, output_parameter: false };
    const parse = (entry: unknown): unknown =>
      parseLock(JSON.stringify({ 'test/a.lq': entry, version: 1 }))
        .of('test')
        .get('a.lq');

    assert.deepEqual(parse(good), {
      guid: someGuid,
      record: scheduledQueryFields({ name: 'A', query: 'table a', cronSchedule: undefined }),
    });
    const texts = ['guid', 'name', 'query', 'description', 'schedule', 'after', 'when', 'type'];
    const wrong = [
      ...texts.map((key) => ({ ...good, [key]: 5 })),
      ...['enabled', 'output_parameter'].map((key) => ({ ...good, [key]: 'true' })),
      ...Object.keys(good).map((key) => ({ ...good, [key]: undefined })),
      ...[null, 'x', [good], { ...good, node_types: 'data' }, { ...good, node_types: ['data', 5] }],
    ];
    for (const entry of wrong) assert.throws(() => parse(entry), /is damaged/, JSON.stringify(entry));
    assert.throws(() => parseLock('{"a.lq": {}, "version": 1}'), /the entry “a\.lq” is damaged/);
  });

  it('rejects a path outside the folder', () => {
    for (const path of ['../../.profile', '/etc/passwd', 'a/../../b.lq', 'a\\..\\b.lq']) {
      const made = new Lock();
      made.set('test', path, { guid: someGuid, record });
      assert.throws(() => parseLock(made.print()), /is damaged/, path);
    }
  });

  it('reads a byte order mark and line ends of Windows', () => {
    const text = `\uFEFF${lock().print().replaceAll('\n', '\r\n')}`;

    assert.equal(parseLock(text).print(), lock().print());
  });

  it('keeps the entries of concurrent changes', async () => {
    await using folder = await temporaryFolder();
    const project = new ProjectFolder(folder.path);
    const note = async (name: string): Promise<void> =>
      project.changeLock((now) => {
        now.set('test', name, { guid: someGuid, record });
      });

    await Promise.all(['a.lq', 'b.lq', 'c.lq'].map(note));
    const read = new ProjectFolder(folder.path).readLock();
    assert.deepEqual([...read.of('test').keys()], ['a.lq', 'b.lq', 'c.lq']);
  });
});

describe('The folder of a project', () => {
  it('leaves no file behind when writing fails', async () => {
    await using folder = await temporaryFolder();
    await mkdir(path.join(folder.path, 'a.lq', 'inside'), { recursive: true });
    await assert.rejects(new ProjectFolder(folder.path).write('a.lq', 'table a'), {
      name: 'ProjectError',
      message: /^a\.lq could not be written: E[A-Z]+: [a-z ]+$/,
    });
    assert.deepEqual(await readdir(folder.path), ['a.lq']);
  });

  it('rejects bytes that are not UTF-8, but accepts the replacement character', async () => {
    await using folder = await temporaryFolder();
    const project = new ProjectFolder(folder.path);
    const definition = { platforms: [], files: ['*.lq'], defaults: {} };
    const text = '---\nschedule: "0 0 * * *"\n---\ntable a # \uFFFD';
    await writeFile(path.join(folder.path, 'a.lq'), text);
    await writeFile(path.join(folder.path, 'b.lq'), Buffer.from([...Buffer.from(text), 0xff]));
    const files = await project.readQueryFiles(definition);
    assert.deepEqual(
      files.map(({ isReadable }) => isReadable),
      [true, false],
    );
    assert.equal(files[1]?.problems[0]?.code, 'encoding');
    assert.equal(project.read('a.lq'), text);
    assert.throws(() => project.read('b.lq'), /is not UTF-8/);
  });

  it('is the nearest one above', async () => {
    await using folder = await temporaryFolder();
    const below = path.join(folder.path, 'a', 'b', 'logbench.yaml');
    await mkdir(below, { recursive: true });
    await writeFile(path.join(folder.path, 'a', 'logbench.yaml'), '');

    assert.equal((await findProjectFolder(below)).root, path.join(folder.path, 'a'));
    await assert.rejects(findProjectFolder(folder.path), {
      name: 'ProjectError',
      message: `No logbench.yaml was found in ${folder.path} or its parent folders.`,
    });
  });

  it('reports a deleted logbench.yaml, and a damaged lock as a problem', async () => {
    await using folder = await temporaryFolder();
    const project = new ProjectFolder(folder.path);
    const deleted = { name: 'ProjectError', message: `logbench.yaml no longer exists in ${folder.path}.` };
    await assert.rejects(readFolder(project), deleted);

    await writeFile(path.join(folder.path, 'logbench.yaml'), 'platforms: {}\n');
    await writeFile(path.join(folder.path, 'logbench.lock.json'), '<<<<<<< HEAD\n');
    const { lock, problems } = await readFolder(project);
    assert.equal(lock.of('test').size, 0);
    assert.deepEqual(
      problems.map(({ path: file, code }) => [file, code]),
      [['logbench.lock.json', 'lock']],
    );
  });
});
