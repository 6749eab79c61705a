import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DraftStore } from '../../../src/features/drafts/draftStore';
import { withDraft, withRecord } from '../../../src/features/drafts/storedQuery';
import { eventually } from '../../support/eventually';
import { otherGuid, scheduledQueryFields, someGuid } from '../../support/scheduledQueries';

const address = { connection: 'Seoul / DMZ', guid: someGuid };
const draft = withDraft(withRecord(undefined, scheduledQueryFields()), 'table b');

describe('the store of drafts', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'logbench-drafts-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('gives back what it was given, also to another window', async () => {
    await new DraftStore(folder).write(address, draft);
    assert.deepEqual(await new DraftStore(folder).read(address), draft);
    assert.deepEqual(await new DraftStore(folder).drafts(), [address]);
  });

  it('knows nothing of what it never saw', async () => {
    assert.equal(await new DraftStore(folder).read({ ...address, guid: otherGuid }), undefined);
    assert.deepEqual(await new DraftStore(path.join(folder, 'none')).drafts(), []);
  });

  it('does not touch a draft when it keeps what the platform has', async () => {
    const store = new DraftStore(folder);
    await store.write(address, draft);
    await store.write(address, withRecord(undefined, scheduledQueryFields({ query: 'table newer' })));
    assert.deepEqual(await store.read(address), draft);
    await store.removeDraft(address);
    assert.equal((await store.read(address))?.base.query, 'table newer');
  });

  it('leaves no half-written file behind, and reads none', async () => {
    const store = new DraftStore(folder);
    await store.write(address, draft);
    const [connection = ''] = await readdir(folder);
    const [file = ''] = await readdir(path.join(folder, connection));
    assert.deepEqual(await readdir(path.join(folder, connection)), [file]);
    await writeFile(path.join(folder, connection, file), '{"version":1,"base":');
    assert.equal(await store.read(address), undefined);
  });

  it('tells of what another window wrote', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    new DraftStore(folder).watch(({ guid }) => seen.push(guid), stop.signal);
    const other = new DraftStore(folder);
    try {
      await eventually(async () => {
        await other.write(address, draft);
        return seen.includes(someGuid);
      });
    } finally {
      stop.abort();
    }
  });
});
