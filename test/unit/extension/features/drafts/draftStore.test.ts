import assert from 'node:assert/strict';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DraftStore, folderOf } from '../../../../../src/extension/features/drafts/draftStore';
import { withDraft, withRecord } from '../../../../../src/extension/features/drafts/storedQuery';
import { eventually } from '../../../../support/eventually';
import { otherGuid, scheduledQueryFields, someGuid } from '../../../../support/scheduledQueries';
import { folderOfEachTest } from '../../../../support/temporaryFolder';

const service = { address: 'https://logs.example.com', product: 'core' };
const origin = { service, connection: '서울 / DMZ '.repeat(40) };
const draft = withDraft(withRecord(undefined, scheduledQueryFields(), origin), 'table b');

describe('the store of drafts', () => {
  const folder = folderOfEachTest();

  it('reads back what another window wrote, however long the name of the connection', async () => {
    await new DraftStore(folder.path).write(someGuid, draft);
    assert.deepEqual(await new DraftStore(folder.path).read(service, someGuid), draft);
    assert.deepEqual(await new DraftStore(folder.path).drafts(), [{ id: someGuid, query: draft }]);
  });

  it('finds a draft of the platform that the connection led to before', async () => {
    const store = new DraftStore(folder.path);
    const now = { ...service, address: 'https://b.example.com' };
    await store.write(someGuid, draft);
    assert.deepEqual(await store.readElsewhere(origin.connection, someGuid, now), draft);
    assert.equal(await store.readElsewhere('Another', someGuid, now), undefined);
    assert.equal(await store.readElsewhere(origin.connection, someGuid, service), undefined);
  });

  it('keeps a draft when it stores what the platform has', async () => {
    const store = new DraftStore(folder.path);
    await store.write(someGuid, draft);
    const newer = scheduledQueryFields({ query: 'table newer' });
    await store.write(someGuid, withRecord(undefined, newer, origin));
    assert.deepEqual(await store.read(service, someGuid), draft);
    await store.removeDraft(service, someGuid);
    assert.equal((await store.read(service, someGuid))?.base.query, 'table newer');
  });

  it('leaves no half-written file behind, and reads none', async () => {
    const store = new DraftStore(folder.path);
    await store.write(someGuid, draft);
    const [connection = ''] = await readdir(folder.path);
    const [file = ''] = await readdir(path.join(folder.path, connection));
    assert.deepEqual(await readdir(path.join(folder.path, connection)), [file]);
    await writeFile(path.join(folder.path, connection, file), '{"version":2,"base":');
    assert.equal(await store.read(service, someGuid), undefined);
    assert.deepEqual(await store.drafts(), []);
  });

  it('rejects a draft that cannot be read, which would be overwritten', async () => {
    await mkdir(path.join(folder.path, folderOf(service), `${someGuid}.draft.json`), { recursive: true });
    await assert.rejects(new DraftStore(folder.path).read(service, someGuid), { code: 'EISDIR' });
  });

  it('keeps drafts readable for this user only, also when many are written at once', async () => {
    const store = new DraftStore(folder.path);
    const texts = Array.from({ length: 20 }, (_, index) => `table t${index}`);
    await Promise.all(texts.map(async (text) => store.write(someGuid, withDraft(draft, text))));
    assert.ok(texts.includes((await store.read(service, someGuid))?.draft ?? ''));
    const [connection = ''] = await readdir(folder.path);
    const [file = '', ...others] = await readdir(path.join(folder.path, connection));
    assert.deepEqual(others, []);
    assert.equal((await stat(path.join(folder.path, connection, file))).mode & 0o077, 0);
  });

  it('ignores files that are not drafts', async () => {
    const store = new DraftStore(folder.path);
    await writeFile(path.join(folder.path, '.DS_Store'), '');
    await store.write(someGuid, draft);
    assert.equal((await store.drafts()).length, 1);
    const now = { ...service, address: 'https://b.example.com' };
    assert.deepEqual(await store.readElsewhere(origin.connection, someGuid, now), draft);
  });

  it('notifies of the drafts that another window wrote', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const fresh = path.join(folder.path, 'not there yet');
    new DraftStore(fresh).watch((inFolder, guid) => seen.push(`${inFolder}/${guid}`), stop.signal);
    await eventually(async () => (await readdir(folder.path)).length > 0);
    const other = new DraftStore(fresh);
    try {
      await eventually(async () => {
        await other.write(otherGuid, withRecord(undefined, scheduledQueryFields(), origin));
        await other.write(someGuid, draft);
        return seen.length > 0;
      });
      assert.deepEqual([...new Set(seen)], [`${folderOf(service)}/${someGuid}`]);
    } finally {
      stop.abort();
    }
  });
});
