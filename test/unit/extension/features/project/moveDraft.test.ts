import assert from 'node:assert/strict';
import { readdir, readFile, writeFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ProjectFolder } from '../../../../../src/core/project/projectFolder';
import { readFolder } from '../../../../../src/core/project/readFolder';
import type { FolderContent } from '../../../../../src/core/project/readFolder';
import type { CodeDeps } from '../../../../../src/extension/features/project/projectList';
import { moveDraft } from '../../../../../src/extension/features/project/moveDraft';
import type { MovableDraft } from '../../../../../src/extension/ui/access';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { otherGuid, scheduledQueryFields, someGuid } from '../../../../support/scheduledQueries';
import { folderOfEachTest } from '../../../../support/temporaryFolder';
import { lab } from '../../../../support/labConnection';

const guid = 'abcdef00-0000-4000-8000-00000000000a';
const base = scheduledQueryFields({ name: 'Logons', query: 'table a' });
const draft: MovableDraft = { connection: lab, guid, base, text: 'table b', schedule: undefined };
const fileText = '---\nname: Logons\nschedule: "0 * * * *"\n---\ntable a\n';

describe('A draft that becomes a file', () => {
  const folder = folderOfEachTest();
  let selected: string[];

  beforeEach(async () => {
    selected = [];
    await write(
      'logbench.yaml',
      'platforms:\n  other: {base_url: "https://other.example"}\n  lab: {base_url: "https://lab.example"}\n',
    );
    await mkdir(path.join(folder.path, 'scheduled-queries'));
  });

  async function write(file: string, text: string): Promise<void> {
    await writeFile(path.join(folder.path, file), text);
  }

  const read = async (file: string): Promise<string> => readFile(path.join(folder.path, file), 'utf8');

  /** A project as the explorer of projects has it, on the real folder. */
  async function opened(name: string): Promise<object> {
    const project = new ProjectFolder(folder.path);
    const content: FolderContent = await readFolder(project);
    return {
      name,
      root: folder.path,
      folder: project,
      content,
      pick: (platform: string) => Promise.resolve(void selected.push(platform)),
      pathOfRecord: (platform: string, wanted: string) =>
        [...content.lock.of(platform)].find(([, record]) => record.guid.toLowerCase() === wanted)?.[0],
      uriOf: (file: string) => file,
      during: async (work: () => Promise<void>) => work(),
    };
  }

  async function move(
    input: Partial<MovableDraft>,
    responses: readonly PromptResponse[],
    names = ['One'],
  ): Promise<unknown> {
    const prompts = new ScriptedPrompts(responses);
    const all = await Promise.all(names.map(opened));
    const deps = { ui: { prompts }, platforms: { all: () => [lab] }, projects: { all } };
    const uri: unknown = await moveDraft(deps as unknown as CodeDeps, { ...draft, ...input });
    prompts.assertFinished();
    return uri;
  }

  async function linked(text = fileText): Promise<void> {
    await write('scheduled-queries/logons.lq', text);
    await new ProjectFolder(folder.path).changeLock((lock) =>
      lock.set('lab', 'scheduled-queries/logons.lq', { guid, record: base }),
    );
  }

  it('creates a new file, linked to its query, when there is none', async () => {
    await write('scheduled-queries/LOGONS.lq', fileText.replace('Logons', 'Another'));

    assert.equal(await move({}, []), 'scheduled-queries/Logons-2.lq');

    const source = await read('scheduled-queries/Logons-2.lq');
    assert.match(source, /^---\nname: Logons\n[^]*platforms:\n {2}other: false\n---\ntable b\n$/);
    const lock = new ProjectFolder(folder.path).readLock();
    const record = lock.of('lab').get('scheduled-queries/Logons-2.lq');
    assert.deepEqual([record?.guid, record?.record.query, selected], [guid, 'table a', ['lab']]);
  });

  it('takes no path that a deleted file still has in the lock', async () => {
    await new ProjectFolder(folder.path).changeLock((lock) =>
      lock.set('lab', 'scheduled-queries/Logons.lq', { guid: otherGuid, record: base }),
    );
    assert.equal(await move({}, []), 'scheduled-queries/Logons-2.lq');
  });

  it('names the query that it runs after', async () => {
    await linked();
    const after = { ...base, name: 'Second', triggerType: 'workflow', precedingAction: 'failed' };
    const named = async (own: string, precedingGuid: string): Promise<string> => {
      const file = await move({ guid: own, base: { ...after, precedingGuid } }, []);
      return /query: (.*)\n/.exec(await read(String(file)))?.[1] ?? '';
    };
    assert.equal(await named(otherGuid, guid.toUpperCase()), 'Logons');
    assert.match(await named(someGuid, otherGuid.replace(/^./, 'f')), /^"?f/);
  });

  it('goes into the file of the query, with its text and its schedule, whatever the case of its GUID', async () => {
    await linked();
    const input = { guid: guid.toUpperCase(), schedule: '5 * * * *' };
    assert.equal(await move(input, []), 'scheduled-queries/logons.lq');
    assert.equal(
      await read('scheduled-queries/logons.lq'),
      '---\nname: Logons\nschedule: "0 * * * *"\nplatforms:\n  lab:\n    schedule: "5 * * * *"\n    query: |\n      table b\n---\ntable a\n',
    );
    assert.deepEqual(await readdir(path.join(folder.path, 'scheduled-queries')), ['logons.lq']);
  });

  it('replaces a text that was changed in the file only when the user agrees', async () => {
    await linked(fileText.replace('table a', 'table c'));
    await assert.rejects(move({}, ['cancel']));
    assert.match(await read('scheduled-queries/logons.lq'), /table c/);
    await move({}, [{ confirm: 'Replace' }]);
    assert.match(await read('scheduled-queries/logons.lq'), /table b/);
    // The file already has the text of the draft.
    await move({}, []);
  });

  it('is not written to a file with a problem, to one that excludes the platform, or with a damaged lock', async () => {
    await linked('---\nname: 5\n---\ntable a\n');
    await assert.rejects(move({}, []), /scheduled-queries\/logons\.lq:1: /);
    await linked(`---\nname: Logons\nschedule: "0 * * * *"\nplatforms:\n  lab: false\n---\ntable a\n`);
    await assert.rejects(move({}, []), /logons\.lq excludes this platform\./);
    await linked();
    const [lockFile = ''] = (await readdir(folder.path)).filter((name) => name.includes('lock'));
    await write(lockFile, '<<<<<<< HEAD\n');
    await assert.rejects(move({}, []), new RegExp(lockFile.replace('.', '\\.')));
    assert.deepEqual(selected, ['lab', 'lab']);
  });

  it('goes to the folder that is linked to its platform, or to one that the user selects', async () => {
    await assert.rejects(move({ connection: { ...lab, name: 'Elsewhere' } }, []), /linked to Elsewhere/);
    await assert.rejects(move({}, [], []), /No folder of scheduled queries is linked to Lab\./);
    assert.equal(await move({}, [{ pick: 'Two' }], ['One', 'Two']), 'scheduled-queries/Logons.lq');
  });
});
