import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { WritesLockedError } from '../../../../../src/core/api/errors';
import type { QueryTarget } from '../../../../../src/extension/features/drafts/queryTarget';
import type { EditableRecord } from '../../../../../src/extension/features/drafts/storedQuery';
import { each } from '../../../../support/each';
import { DraftsFixture } from '../../../../support/draftsFixture';
import type { ScriptedPublisher } from '../../../../support/draftsFixture';
import { FaultProxy, send } from '../../../../support/faultProxy';
import { suiteApp } from '../../../../support/startApp';

describe('Drafts of scheduled queries', () => {
  const app = suiteApp();
  let fixture: DraftsFixture;

  beforeEach(async () => {
    fixture = await DraftsFixture.start(app);
  });

  afterEach(() => fixture[Symbol.asyncDispose]());

  /** Creates a query and a draft of it. */
  async function drafted(draft = 'table mine', name = 'Logins'): Promise<QueryTarget['address']> {
    const guid = await fixture.createQuery(name, 'table a');
    await fixture.copies.save({ connection: 'Old', guid }, draft);
    return { connection: 'Old', guid };
  }

  /** Somebody else changes the query. */
  async function change(
    { guid }: QueryTarget['address'],
    query: string,
    changes: object = {},
  ): Promise<void> {
    const form = { name: 'Logins', query, trigger_type: 'cron', cron_schedule: '0 3 * * *', ...changes };
    await fixture.app.call('master', `PUT /api/core/scheduled-queries/${guid}`, { form });
  }

  /** Somebody else deletes the query. */
  async function remove({ guid }: QueryTarget['address']): Promise<void> {
    await fixture.app.call('master', 'DELETE /api/core/scheduled-queries', { form: { guids: guid } });
  }

  async function publish(publishing: ScriptedPublisher, { guid }: QueryTarget['address']): Promise<unknown> {
    return publishing.publish(fixture.target(guid, 'Old'));
  }

  describe('A draft', () => {
    it('stays with its platform when the connection is renamed', async () => {
      const before = await drafted();
      const renamed = { ...before, connection: 'New' };

      fixture.connect('New', fixture.proxy.baseUrl);
      await fixture.copies.loadMarks();

      assert.equal(fixture.copies.hasDraft(renamed), true);
      assert.ok(fixture.changed.includes('New'), 'the row under the new name is marked');
      for (const address of [before, renamed])
        assert.equal((await fixture.copies.open(address))?.draft, 'table mine');
      fixture.changed.length = 0;
      assert.equal(await publish(fixture.publisher([]), before), 'done, show');
      assert.equal(await fixture.published(before.guid), 'table mine');
      assert.equal(fixture.copies.hasDraft(renamed), false);
      assert.ok(fixture.changed.includes('New'), 'the row under the new name is not marked any more');
    });

    it('does not go to another address with the same GUID before the user agrees', async () => {
      await using elsewhere = await FaultProxy.start(fixture.app.baseUrl);
      const address = await drafted();
      fixture.connect('Old', elsewhere.baseUrl);

      const rejected = fixture.publisher(['cancel']);
      await assert.rejects(publish(rejected, address), { name: 'CanceledError' });
      assert.deepEqual(elsewhere.writes, []);
      assert.match(rejected.prompts.seen.join(), new RegExp(`started on ${fixture.proxy.baseUrl}`));
      assert.match(rejected.prompts.seen.join(), /but Old \(Development\) now points to/);
      assert.equal((await fixture.copies.open(address))?.draft, 'table mine');

      const agreed = fixture.publisher([{ confirm: 'Publish Anyway' }]);
      assert.equal(await publish(agreed, address), 'done, show');
      assert.equal(await fixture.published(address.guid), 'table mine');
      assert.deepEqual(await fixture.copies.drafts(), []);
    });

    it('is listed, opened and discarded when there is no longer a connection to its platform', async () => {
      await drafted();
      fixture.connections = [];

      const [kept] = await fixture.copies.drafts();
      assert.ok(kept);
      const [address] = fixture.copies.addressesOf(kept.id, kept.query);
      assert.ok(address);
      assert.equal((await fixture.copies.open(address))?.draft, 'table mine');
      await fixture.copies.save(address, 'table mine | limit 1');
      await fixture.copies.discard(address, { draft: 'table mine | limit 1', schedule: undefined });
      assert.deepEqual(await fixture.copies.drafts(), []);
    });
  });

  describe('The known state of a query', () => {
    it('is the newest text of the platform after a draft is discarded', async () => {
      const address = await drafted();
      await change(address, 'table b');
      fixture.changed.length = 0;
      await fixture.copies.discard(address, { draft: 'table mine', schedule: undefined });
      assert.equal((await fixture.copies.open(address))?.base.query, 'table b');
      assert.equal(fixture.changed.length, 2);
    });

    it('is separate for each platform that a connection of the same name has led to', async () => {
      await using elsewhere = await FaultProxy.start(fixture.app.baseUrl);
      const address = await drafted();
      const [first] = fixture.connections;
      assert.ok(first);
      fixture.connections = [
        { ...first, name: 'Other' },
        { ...first, baseUrl: elsewhere.baseUrl },
      ];
      assert.equal((await fixture.copies.open(address))?.draft, undefined);
      await fixture.copies.save(address, 'table here');
      assert.equal((await fixture.copies.open(address))?.draft, 'table here');
      assert.equal((await fixture.copies.open({ ...address, connection: 'Other' }))?.draft, 'table mine');
    });

    it('keeps a text and a schedule that are typed at the same time', async () => {
      const guid = await fixture.createQuery('Logins', 'table a');
      const address = { connection: 'Old', guid };
      await Promise.all([
        fixture.copies.propose(address, '7 * * * *'),
        fixture.copies.save(address, 'table mine'),
      ]);
      const kept = await fixture.copies.open(address);
      assert.deepEqual([kept?.draft, kept?.schedule], ['table mine', '7 * * * *']);
      await fixture.copies.refresh(address);
      assert.equal(fixture.copies.proposedSchedule(address), '7 * * * *');
    });

    for (const when of ['before', 'while']) {
      it(`is deleted with the query on the platform, which can be re-created, ${when} it is published`, async () => {
        const address = await drafted();
        if (when === 'before') await remove(address);
        const answer = async (): Promise<'publish'> => {
          await remove(address);
          return 'publish';
        };
        const creating = fixture.publisher([{ confirm: 'Create' }], { answer });
        assert.equal(await publish(creating, address), 'done, open');
        assert.match(creating.prompts.seen.join(), /Query was deleted on Old \(Production\)\./);
        assert.deepEqual(await fixture.copies.drafts(), []);
      });
    }
  });

  describe('Publishing', () => {
    it('publishes a merged draft without another confirmation, unless another user changed the query again', async () => {
      const address = await drafted();
      /** What the merge editor does: the draft is saved with both changes. */
      const merge = async (current: EditableRecord): Promise<void> => {
        await fixture.copies.rebase(address, current);
        await fixture.copies.save(address, `${current.query} | limit 1`);
      };
      for (const theirs of ['table theirs', 'table third']) {
        await change(address, theirs);
        const merging = fixture.publisher([{ confirm: 'Merge' }]);
        assert.equal(await publish(merging, address), 'merging');
        const [result] = merging.results;
        if (result?.next === 'merge') await merge(result.record);
        assert.equal(await fixture.published(address.guid), theirs);
      }
      assert.equal(await publish(fixture.publisher([]), address), 'done, show');
      assert.equal(await fixture.published(address.guid), 'table third | limit 1');
    });

    it('merges changes of different lines by itself, and is then published without another question', async () => {
      const address = await drafted('table a\n| limit 2');
      await change(address, '# theirs\ntable a');
      assert.equal(await publish(fixture.publisher([{ confirm: 'Merge' }]), address), 'merged');
      assert.equal((await fixture.copies.open(address))?.draft, '# theirs\ntable a\n| limit 2');
      assert.equal(await fixture.published(address.guid), '# theirs\ntable a', 'nothing is sent');

      assert.equal(await publish(fixture.publisher([]), address), 'done, show');
      assert.equal(await fixture.published(address.guid), '# theirs\ntable a\n| limit 2');
      await fixture.copies.save(address, 'table mine');
      await change(address, 'table theirs');
      assert.equal(await publish(fixture.publisher([{ confirm: 'Merge' }]), address), 'merging');
      assert.equal((await fixture.copies.open(address))?.draft, 'table mine');
    });

    it('asks again when another user changed the text while the question was open', async () => {
      const address = await drafted();
      await change(address, 'table theirs');

      const overwriting = fixture.publisher([
        { meanwhile: () => change(address, 'table third') },
        { confirm: 'Overwrite' },
        'cancel',
      ]);

      await assert.rejects(publish(overwriting, address), { name: 'CanceledError' });
      overwriting.prompts.assertFinished();
      assert.match(overwriting.prompts.seen.join(), /master changed Query on Old \(Development\) at/);
      assert.equal(await fixture.published(address.guid), 'table third');
    });

    it('sends nothing when the platform has the text already, or the user reloads', async () => {
      for (const [query, outcome] of [
        ['table mine', 'unchanged, show'],
        ['table theirs', 'skipped, reload'],
      ] as const) {
        const address = await drafted('table mine', query);
        await change(address, query, { name: query });
        const publishing = fixture.publisher(query === 'table mine' ? [] : [{ confirm: 'Reload' }]);
        assert.equal(await publish(publishing, address), outcome);
        assert.equal(fixture.copies.hasDraft(address), false);
      }
      assert.equal(fixture.proxy.writes.length, 0);
    });

    it('re-creates a deleted query without a draft, and names what could not be linked to it', async () => {
      const guid = await fixture.createQuery('Logins', 'table a');
      const address = { connection: 'Old', guid };
      const form = { name: 'After', query: 'table b', trigger_type: 'workflow' };
      const preceding = { preceding_guid: guid, preceding_action: 'finished', enabled: 'false' };
      await fixture.app.call('master', 'POST /api/core/scheduled-queries', {
        form: { ...form, ...preceding },
      });
      await fixture.copies.open(address);
      await remove(address);
      await fixture.copies.refresh(address);
      fixture.proxy.interference = async ({ method, response, forward, socket }) => {
        if (method === 'PUT') socket.destroy();
        else send(response, await forward());
      };

      const creating = fixture.publisher([{ confirm: 'Create' }]);
      assert.equal(await publish(creating, address), 'done, open');
      const [result] = creating.results;
      const { notLinked = [] } = result?.next === 'open' ? result.created : {};
      assert.deepEqual(each(notLinked, 'name'), ['After']);
    });

    it('runs one after the other, and the newest text wins', async () => {
      const address = await drafted('table first');
      const arrived = new EventEmitter();
      const called = new EventEmitter();
      const arrival = once(arrived, 'put');
      const call = once(called, 'both');
      fixture.proxy.interference = async ({ method, response, forward }) => {
        if (method === 'PUT') arrived.emit('put');
        if (method === 'PUT') await call;
        send(response, await forward());
      };
      const publishing = fixture.publisher([]);
      let dismissed = 0;
      publishing.prompts.dismiss = () => void (dismissed += 1);

      const first = publish(publishing, address);
      await arrival;
      assert.equal(dismissed, 0);
      await fixture.copies.save(address, 'table second');
      const second = publish(publishing, address);
      const third = publish(publishing, address);
      called.emit('both');

      assert.equal(dismissed, 2, 'an invisible question would block them');
      assert.deepEqual(await Promise.all([first, second, third]), [
        'done, show',
        'done, show',
        'unchanged, none',
      ]);
      assert.equal(await fixture.published(address.guid), 'table second');
      assert.equal(fixture.proxy.writes.length, 2);
    });

    it('says that the outcome is unknown when it is canceled during the request', async () => {
      const address = await drafted();
      const cancel = new AbortController();
      fixture.proxy.interference = async ({ method, response, forward }) => {
        const reply = await forward();
        if (method === 'PUT') cancel.abort();
        else send(response, reply);
      };

      const publishing = fixture.publisher([], {
        withProgress: async (_title, work) => work(cancel.signal),
      });
      await assert.rejects(publish(publishing, address), /“Logins”.* may have taken effect/);

      assert.equal(await fixture.published(address.guid), 'table mine');
      assert.match(fixture.logged.join('\n'), /"Logins" -> unknown: Canceled/);
    });

    it('sends the request that was shown, or asks again', async () => {
      const address = await drafted();
      let shown = 0;
      const changed = { name: 'Renamed', cron_schedule: '5 * * * *' };
      const publishing = fixture.publisher([], {
        answer: async () => {
          shown += 1;
          if (shown === 1) await change(address, 'table a', changed);
          return 'publish';
        },
      });

      assert.equal(await publish(publishing, address), 'done, show');

      assert.equal(shown, 2, 'the record was changed while the first request was looked at');
      const { body } = await fixture.app.call('master', `GET /api/core/scheduled-queries/${address.guid}`);
      const { scheduled_query } = body as { scheduled_query: Record<string, unknown> };
      assert.deepEqual(
        [scheduled_query['name'], scheduled_query['cron_schedule'], scheduled_query['query']],
        ['Renamed', '5 * * * *', 'table mine'],
      );
    });

    it('re-creates a query once although the new record cannot be read', async () => {
      const address = await drafted();
      await remove(address);
      fixture.proxy.interference = async ({ method, response, forward, socket }) => {
        if (method === 'GET' && fixture.proxy.writes.length > 0) socket.destroy();
        else send(response, await forward());
      };

      assert.equal(await publish(fixture.publisher([{ confirm: 'Create' }]), address), 'done, open');

      assert.deepEqual(await fixture.copies.drafts(), [], 'it would be created a second time');
    });

    it('stops when writes were locked while its question was open', async () => {
      const address = await drafted();
      let isLocked = false;
      fixture.ensureWritable = () => (isLocked ? Promise.reject(new WritesLockedError()) : Promise.resolve());
      const lock = (): Promise<void> => Promise.resolve(void (isLocked = true));

      const locking = fixture.publisher([], { answer: () => lock().then(() => 'publish' as const) });
      await assert.rejects(publish(locking, address), WritesLockedError);
      assert.equal(await fixture.published(address.guid), 'table a');
      isLocked = false;
      await remove(address);
      const creating = fixture.publisher([{ meanwhile: lock }, { confirm: 'Create' }]);
      await assert.rejects(publish(creating, address), WritesLockedError);
      assert.equal((await fixture.copies.drafts()).length, 1);
    });

    it('names missing tables, and commands that the local platform does not run', async () => {
      await fixture.app.call('master', 'POST /api/core/tables', { form: { table: 'web' } });
      const guid = await fixture.createQuery('Logins', 'table a');
      const problemOf = async (text: string, environment: 'local' | 'production'): Promise<unknown> => {
        await fixture.copies.save({ connection: 'Old', guid }, text);
        let label: string | undefined;
        const publisher = fixture.publisher([], {
          answer: async ({ detail }) => {
            label = detail;
            return Promise.resolve('compare');
          },
        });
        const target = fixture.target(guid, 'Old');
        await publisher.publish({ ...target, connection: { ...target.connection, environment } });
        return label;
      };

      const none = /^The new text takes effect/;
      assert.match(String(await problemOf('table web', 'production')), none);
      assert.match(String(await problemOf('table mail', 'production')), /The table “mail” does not exist/);
      assert.match(String(await problemOf('table web | wget x', 'production')), none);
      assert.match(String(await problemOf('table web | wget x', 'local')), /1 problem, line 1/);
    });
  });
});
