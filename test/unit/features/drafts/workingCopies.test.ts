import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { WritesLockedError } from '../../../../src/api/errors';
import { isRule } from '../../../../src/features/drafts/storedQuery';
import type { EditableRecord } from '../../../../src/features/drafts/storedQuery';
import type { ScheduledQuery } from '../../../../src/shared/wire/scheduledQuery';
import { DraftsFixture } from '../../../support/draftsFixture';
import type { ScriptedPublisher } from '../../../support/draftsFixture';
import { FaultProxy, send } from '../../../support/faultProxy';
import { suiteApp } from '../../../support/startApp';

describe('A draft', () => {
  const app = suiteApp();

  it('stays with its platform when the connection is renamed', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    await fixture.copies.save({ connection: 'Old', guid }, 'table mine');

    fixture.connect('New', fixture.proxy.baseUrl);
    await fixture.copies.loadMarks();

    assert.equal(fixture.copies.hasDraft({ connection: 'New', guid }), true);
    assert.ok(fixture.changed.includes('New'), 'the row under the new name is marked');
    assert.equal((await fixture.copies.open({ connection: 'New', guid }))?.draft, 'table mine');
    assert.equal((await fixture.copies.open({ connection: 'Old', guid }))?.draft, 'table mine');
    fixture.changed.length = 0;
    const { publisher } = fixture.publisher([]);
    assert.equal(await publisher.publish(fixture.target(guid, 'Old')), 'published');
    assert.equal(await fixture.published(guid), 'table mine');
    assert.equal(fixture.copies.hasDraft({ connection: 'New', guid }), false);
    assert.ok(fixture.changed.includes('New'), 'the row under the new name is not marked any more');
  });

  it('does not go to another address with the same GUID before the user agrees', async () => {
    await using fixture = await DraftsFixture.start(app);
    await using elsewhere = await FaultProxy.start(fixture.app.baseUrl);
    const guid = await fixture.createQuery('Logins', 'table a');
    await fixture.copies.save({ connection: 'Old', guid }, 'table mine');
    fixture.connect('Old', elsewhere.baseUrl);

    const rejected = fixture.publisher(['cancel']);
    await assert.rejects(rejected.publisher.publish(fixture.target(guid, 'Old')), { name: 'Cancelled' });
    assert.deepEqual(elsewhere.writes, []);
    assert.match(rejected.prompts.seen.join(), new RegExp(`started on ${fixture.proxy.baseUrl}`));
    assert.match(rejected.prompts.seen.join(), /but Old \(Development\) now points to/);
    assert.equal((await fixture.copies.open({ connection: 'Old', guid }))?.draft, 'table mine');

    const agreed = fixture.publisher([{ confirm: 'Publish Anyway' }]);
    assert.equal(await agreed.publisher.publish(fixture.target(guid, 'Old')), 'published');
    assert.equal(await fixture.published(guid), 'table mine');
    assert.deepEqual(await fixture.copies.drafts(), []);
  });

  it('is listed, opened and discarded when no connection leads to its platform any more', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    await fixture.copies.save({ connection: 'Old', guid }, 'table mine');
    fixture.connections = [];

    const [kept] = await fixture.copies.drafts();
    assert.ok(kept);
    const [address] = fixture.copies.addressesOf(kept.id, kept.query);
    assert.ok(address);
    assert.equal((await fixture.copies.open(address))?.draft, 'table mine');
    await fixture.copies.save(address, 'table mine | limit 1');
    await fixture.copies.discard(address);
    assert.deepEqual(await fixture.copies.drafts(), []);
  });
});

describe('The known state of a query', () => {
  const app = suiteApp();

  it('is the newest text of the platform after a draft is discarded', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    const address = { connection: 'Old', guid };
    await fixture.copies.save(address, 'table mine');
    const record = recordIn(fixture, guid);
    await fixture.app.call('master', `PUT /api/core/scheduled-queries/${guid}`, {
      form: { name: record.name, query: 'table b', trigger_type: 'cron', cron_schedule: '0 3 * * *' },
    });
    fixture.changed.length = 0;
    await fixture.copies.discard(address);
    assert.equal((await fixture.copies.open(address))?.base.query, 'table b');
    assert.equal(fixture.changed.length, 2);
  });

  it('is separate for each platform that a connection of the same name has led to', async () => {
    await using fixture = await DraftsFixture.start(app);
    await using elsewhere = await FaultProxy.start(fixture.app.baseUrl);
    const guid = await fixture.createQuery('Logins', 'table a');
    await fixture.copies.save({ connection: 'Old', guid }, 'table mine');
    const [first] = fixture.connections;
    assert.ok(first);
    fixture.connections = [
      { ...first, name: 'Other' },
      { ...first, baseUrl: elsewhere.baseUrl },
    ];
    assert.equal((await fixture.copies.open({ connection: 'Old', guid }))?.draft, undefined);
    await fixture.copies.save({ connection: 'Old', guid }, 'table here');
    assert.equal((await fixture.copies.open({ connection: 'Old', guid }))?.draft, 'table here');
    assert.equal((await fixture.copies.open({ connection: 'Other', guid }))?.draft, 'table mine');
  });

  it('keeps a text and a schedule that are typed at the same time', async () => {
    await using fixture = await DraftsFixture.start(app);
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

  it('is deleted with the query on the platform, which can be re-created', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guids = [
      await fixture.createQuery('Logins', 'table a'),
      await fixture.createQuery('Logouts', 'table a'),
    ];
    for (const [index, guid] of guids.entries()) {
      await fixture.copies.save({ connection: 'Old', guid }, 'table mine');
      const remove = (): Promise<unknown> =>
        fixture.app.call('master', 'DELETE /api/core/scheduled-queries', { form: { guids: guid } });
      if (index === 0) await remove();
      const { publisher, prompts } = fixture.publisher([{ confirm: 'Create' }], {
        confirm: async () => {
          await remove();
          return 'publish';
        },
      });
      assert.equal(await publisher.publish(fixture.target(guid, 'Old')), 'created');
      assert.match(prompts.seen.join(), /Query was deleted on Old \(Development\)\./);
      assert.deepEqual(await fixture.copies.drafts(), []);
    }
  });
});

function recordIn(fixture: DraftsFixture, guid: string): ScheduledQuery {
  const record = fixture.copies.recordOf({ connection: 'Old', guid });
  assert.ok(record && !isRule(record));
  return record;
}

describe('Publishing', () => {
  const app = suiteApp();

  it('publishes a merged draft without another question, unless somebody changed the query again', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    const address = { connection: 'Old', guid };
    await fixture.copies.save(address, 'table mine');
    const change = async (query: string): Promise<void> => {
      const form = { name: 'Logins', query, trigger_type: 'cron', cron_schedule: '0 3 * * *' };
      await fixture.app.call('master', `PUT /api/core/scheduled-queries/${guid}`, { form });
    };
    /** What the merge editor does: the draft is saved with both changes. */
    const merge = async (_target: unknown, current: EditableRecord): Promise<void> => {
      await fixture.copies.rebase(address, current);
      await fixture.copies.save(address, `${current.query} | mine`);
    };
    await change('table theirs');
    const merging = fixture.publisher([{ confirm: 'Merge' }], { merge });
    assert.equal(await merging.publisher.publish(fixture.target(guid, 'Old')), 'merging');
    assert.equal(await fixture.published(guid), 'table theirs');

    await change('table third');
    const again = fixture.publisher([{ confirm: 'Merge' }], { merge });
    assert.equal(await again.publisher.publish(fixture.target(guid, 'Old')), 'merging');
    const { publisher } = fixture.publisher([]);
    assert.equal(await publisher.publish(fixture.target(guid, 'Old')), 'published');
    assert.equal(await fixture.published(guid), 'table third | mine');
  });

  it('asks again when a third person changed the text while the question was open', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    await fixture.copies.save({ connection: 'Old', guid }, 'table mine');
    const change = async (query: string): Promise<void> => {
      const form = { name: 'Logins', query, trigger_type: 'cron', cron_schedule: '0 3 * * *' };
      await fixture.app.call('master', `PUT /api/core/scheduled-queries/${guid}`, { form });
    };
    await change('table theirs');

    const { publisher, prompts } = fixture.publisher([
      { meanwhile: () => change('table third') },
      { confirm: 'Overwrite' },
      'cancel',
    ]);

    await assert.rejects(publisher.publish(fixture.target(guid, 'Old')), { name: 'Cancelled' });
    prompts.assertFinished();
    assert.match(prompts.seen.join(), /master changed Query on Old \(Development\) at/);
    assert.equal(await fixture.published(guid), 'table third');
  });

  it('sends nothing when the platform has the text already, or the user reloads', async () => {
    await using fixture = await DraftsFixture.start(app);
    for (const [query, outcome, reverted] of [
      ['table mine', 'same', 0],
      ['table theirs', 'reloaded', 1],
    ] as const) {
      const guid = await fixture.createQuery(query, 'table a');
      const address = { connection: 'Old', guid };
      await fixture.copies.save(address, 'table mine');
      const form = { name: query, query, trigger_type: 'cron', cron_schedule: '0 3 * * *' };
      await fixture.app.call('master', `PUT /api/core/scheduled-queries/${guid}`, { form });
      let reverts = 0;
      const { publisher } = fixture.publisher(reverted === 0 ? [] : [{ confirm: 'Reload' }], {
        revert: () => {
          reverts += 1;
          return Promise.resolve();
        },
      });
      assert.equal(await publisher.publish(fixture.target(guid, 'Old')), outcome);
      assert.deepEqual([reverts, fixture.copies.hasDraft(address)], [reverted, false]);
    }
    assert.equal(fixture.proxy.writes.length, 0);
  });

  it('re-creates a deleted query without a draft, and names what could not be linked to it', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    const address = { connection: 'Old', guid };
    const form = { name: 'After', query: 'table b', trigger_type: 'workflow' };
    const preceding = { preceding_guid: guid, preceding_action: 'finished', enabled: 'false' };
    await fixture.app.call('master', 'POST /api/core/scheduled-queries', { form: { ...form, ...preceding } });
    await fixture.copies.open(address);
    await fixture.app.call('master', 'DELETE /api/core/scheduled-queries', { form: { guids: guid } });
    await fixture.copies.refresh(address);
    fixture.proxy.interference = async ({ method, response, forward, socket }) => {
      if (method === 'PUT') socket.destroy();
      else send(response, await forward());
    };

    const { publisher, prompts } = fixture.publisher([{ confirm: 'Create' }]);
    assert.equal(await publisher.publish(fixture.target(guid, 'Old')), 'created');
    assert.match(prompts.notices.join(), /Old: Not linked to it again: “After”/);
  });

  it('runs one after the other, and the newest text wins', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    const address = { connection: 'Old', guid };
    await fixture.copies.save(address, 'table first');
    const arrived = new EventEmitter();
    const called = new EventEmitter();
    const arrival = once(arrived, 'put');
    const call = once(called, 'both');
    fixture.proxy.interference = async ({ method, response, forward }) => {
      if (method === 'PUT') arrived.emit('put');
      if (method === 'PUT') await call;
      send(response, await forward());
    };
    const { publisher, prompts } = fixture.publisher([]);
    let dismissed = 0;
    prompts.dismiss = () => void (dismissed += 1);

    const first = publisher.publish(fixture.target(guid, 'Old'));
    await arrival;
    assert.equal(dismissed, 0);
    await fixture.copies.save(address, 'table second');
    const second = publisher.publish(fixture.target(guid, 'Old'));
    const third = publisher.publish(fixture.target(guid, 'Old'));
    called.emit('both');

    assert.equal(dismissed, 2, 'a question that nobody sees any more would hold them up');
    assert.deepEqual(await Promise.all([first, second, third]), ['published', 'published', 'unchanged']);
    assert.equal(await fixture.published(guid), 'table second');
    assert.equal(fixture.proxy.writes.length, 2);
  });

  it('says that the outcome is unknown when it is canceled during the request', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    await fixture.copies.save({ connection: 'Old', guid }, 'table mine');
    const cancel = new AbortController();
    fixture.proxy.interference = async ({ method, response, forward }) => {
      const reply = await forward();
      if (method === 'PUT') cancel.abort();
      else send(response, reply);
    };

    const { publisher } = fixture.publisher([], { working: (_target, work) => work(cancel.signal) });
    await assert.rejects(publisher.publish(fixture.target(guid, 'Old')), /“Logins”.* may have taken effect/);

    assert.equal(await fixture.published(guid), 'table mine');
    assert.match(fixture.logged.join('\n'), /"Logins" -> unknown: Canceled/);
  });

  it('sends the request that was shown, or asks again', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    await fixture.copies.save({ connection: 'Old', guid }, 'table mine');
    const shown: unknown[] = [];
    const { publisher } = fixture.publisher([], {
      confirm: async (_target, [operation]) => {
        const isFirst = shown.push(operation?.form) === 1;
        if (isFirst) {
          const form = {
            name: 'Renamed',
            query: 'table a',
            trigger_type: 'cron',
            cron_schedule: '5 * * * *',
          };
          await fixture.app.call('master', `PUT /api/core/scheduled-queries/${guid}`, { form });
        }
        return 'publish';
      },
    });

    assert.equal(await publisher.publish(fixture.target(guid, 'Old')), 'published');

    assert.equal(shown.length, 2, 'the record was changed while the first request was looked at');
    const { body } = await fixture.app.call('master', `GET /api/core/scheduled-queries/${guid}`);
    const { scheduled_query } = body as { scheduled_query: Record<string, unknown> };
    assert.deepEqual(
      [scheduled_query['name'], scheduled_query['cron_schedule'], scheduled_query['query']],
      ['Renamed', '5 * * * *', 'table mine'],
    );
  });

  it('re-creates a query once although the new record cannot be read', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    await fixture.copies.save({ connection: 'Old', guid }, 'table mine');
    await fixture.app.call('master', 'DELETE /api/core/scheduled-queries', { form: { guids: guid } });
    fixture.proxy.interference = async ({ method, response, forward, socket }) => {
      if (method === 'GET' && fixture.proxy.writes.length > 0) socket.destroy();
      else send(response, await forward());
    };

    const { publisher } = fixture.publisher([{ confirm: 'Create' }]);
    assert.equal(await publisher.publish(fixture.target(guid, 'Old')), 'created');

    assert.deepEqual(await fixture.copies.drafts(), [], 'it would be created a second time');
  });

  it('stops when writes were locked while its question was open', async () => {
    await using fixture = await DraftsFixture.start(app);
    const guid = await fixture.createQuery('Logins', 'table a');
    await fixture.copies.save({ connection: 'Old', guid }, 'table mine');
    let isLocked = false;
    fixture.ensureWritable = () => (isLocked ? Promise.reject(new WritesLockedError()) : Promise.resolve());
    const lock = (): Promise<void> => Promise.resolve(void (isLocked = true));
    const publish = async ({ publisher }: ScriptedPublisher): Promise<void> => {
      isLocked = false;
      await assert.rejects(publisher.publish(fixture.target(guid, 'Old')), WritesLockedError);
    };

    await publish(fixture.publisher([], { confirm: () => lock().then(() => 'publish' as const) }));
    assert.equal(await fixture.published(guid), 'table a');
    await fixture.app.call('master', 'DELETE /api/core/scheduled-queries', { form: { guids: guid } });
    await publish(fixture.publisher([{ meanwhile: lock }, { confirm: 'Create' }]));
    assert.equal((await fixture.copies.drafts()).length, 1);
  });

  it('names missing tables, and commands that the local platform does not run', async () => {
    await using fixture = await DraftsFixture.start(app);
    await fixture.app.call('master', 'POST /api/core/tables', { form: { table: 'web' } });
    const guid = await fixture.createQuery('Logins', 'table a');
    const problemOf = async (text: string, environment: 'local' | 'staging'): Promise<unknown> => {
      await fixture.copies.save({ connection: 'Old', guid }, text);
      let label: string | undefined;
      const { publisher } = fixture.publisher([], {
        confirm: (_target, _operation, { problem }) => {
          label = problem?.text;
          return Promise.resolve('compare');
        },
      });
      const target = fixture.target(guid, 'Old');
      await publisher.publish({ ...target, connection: { ...target.connection, environment } });
      return label;
    };

    assert.equal(await problemOf('table web', 'staging'), undefined);
    assert.match(String(await problemOf('table mail', 'staging')), /The table “mail” does not exist/);
    assert.equal(await problemOf('table web | wget x', 'staging'), undefined);
    assert.match(String(await problemOf('table web | wget x', 'local')), /1 problem, line 1/);
  });
});
