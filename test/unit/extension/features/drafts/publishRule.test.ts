import assert from 'node:assert/strict';
import type { QueryTarget } from '../../../../../src/extension/features/drafts/queryTarget';
import type { RuleKind } from '../../../../../src/core/interface/rule';
import { DraftsFixture } from '../../../../support/draftsFixture';
import { passOn } from '../../../../support/faultProxy';
import { suiteApp } from '../../../../support/startApp';

describe('The draft of a detection rule', () => {
  const app = suiteApp();
  let fixture: DraftsFixture;

  beforeEach(async () => {
    fixture = await DraftsFixture.start(app);
  });

  afterEach(() => fixture[Symbol.asyncDispose]());

  const forms: Readonly<Record<RuleKind, Readonly<Record<string, string>>>> = {
    batch: { name: 'Port scan', priority: 'HIGH', query: 'table fw', mystery: 'kept' },
    stream: {
      name: 'Port scan',
      priority: 'HIGH',
      mystery: 'kept',
      commands: JSON.stringify([
        { template_id: 'contains', field_name: 'url', args: ['/admin'], invert: false, ordinal: 1 },
      ]),
    },
  };
  const edits: Readonly<Record<RuleKind, (text: string) => string>> = {
    batch: (text) => text.replace('table fw', 'table web'),
    stream: (text) => text.replace('/admin', '/login'),
  };

  async function opened(rule: RuleKind, form = forms[rule]) {
    const { body } = await fixture.app.call('admin', `POST /api/core/${rule}-rules`, { form });
    const { guid } = body as { guid: string };
    const target: QueryTarget = {
      ...fixture.target(guid, 'Old'),
      address: { connection: 'Old', guid, rule },
      name: 'Port scan',
    };
    const text = async (): Promise<string> => (await fixture.copies.open(target.address))?.base.query ?? '';
    const edit = async (change: (text: string) => string): Promise<void> =>
      fixture.copies.save(target.address, change(await text()));
    const call = async (operation: string, form = {}): Promise<Readonly<Record<string, unknown>>> => {
      const [method, path = ''] = operation.split(' ');
      const options = method === 'GET' ? {} : { form };
      const at = `${method} /api/core/${rule}-rules/${guid}${path}`;
      return (await fixture.app.call('admin', at, options)).body as Readonly<Record<string, unknown>>;
    };
    const current = async (): Promise<Readonly<Record<string, unknown>>> =>
      (await call('GET '))['rule'] as Readonly<Record<string, unknown>>;
    const versions = async (): Promise<unknown> => (await call('GET /versions'))['total_count'];
    return { target, edit, call, current, versions, text };
  }

  for (const kind of ['batch', 'stream'] as const) {
    it(`is published as a new version and keeps unknown fields (${kind})`, async () => {
      const rule = await opened(kind);
      await rule.edit((text) => edits[kind](text).replace('HIGH', 'LOW'));
      assert.equal(fixture.copies.hasDraft(rule.target.address), true);
      assert.equal((await rule.current())['priority'], 'HIGH', 'nothing is sent on save');
      const publisher = fixture.publisher([]);

      assert.equal(await publisher.publish(rule.target), 'done, show');

      const now = await rule.current();
      assert.deepEqual([now['priority'], now['mystery'], now['enabled']], ['LOW', 'kept', false]);
      assert.match(JSON.stringify(now), kind === 'batch' ? /table web/ : /\/login/);
      assert.equal(await rule.versions(), 2);
      const [result] = publisher.results;
      const before = result?.next === 'show' ? result.before : undefined;
      assert.equal(before && 'version' in before && before.version, 1, 'the version to restore');
      assert.equal(fixture.copies.hasDraft(rule.target.address), false);
      assert.equal(await publisher.publish(rule.target), 'unchanged, none');
    });
  }

  it('is a conflict when the platform has a newer version, and is kept', async () => {
    const rule = await opened('batch');
    await rule.edit(edits.batch);
    await rule.call('PUT ', { ...forms.batch, query: 'table others', priority: 'LOW' });
    const publisher = fixture.publisher([{ confirm: 'Keep Draft' }]);

    await assert.rejects(publisher.publish(rule.target), { name: 'CanceledError' });

    assert.match(publisher.prompts.seen.join(), /admin changed Port scan on Old/);
    const [question = ''] = publisher.prompts.seen;
    assert.match(question, /priority\\nOriginal: “HIGH”\\nTheirs: “LOW”\\nYours: “HIGH”/);
    assert.match(question, /query\\nOriginal: “table fw”\\nTheirs: “table others”\\nYours: “table web”/);
    assert.equal((await rule.current())['query'], 'table others');
    assert.equal(fixture.copies.hasDraft(rule.target.address), true);
    const again = fixture.publisher([{ confirm: 'Overwrite' }]);
    assert.equal(await again.publish(rule.target), 'done, show');
    assert.equal((await rule.current())['query'], 'table web');
  });

  it('is merged with a version that changed other properties, and is then published without a question', async () => {
    for (const kind of ['batch', 'stream'] as const) {
      const rule = await opened(kind);
      await rule.edit((text) => text.replace('HIGH', 'LOW'));
      await rule.call('PUT ', { ...forms[kind], description: 'theirs', mystery: 'changed' });

      const merging = fixture.publisher([{ confirm: 'Merge' }]);
      assert.equal(await merging.publish(rule.target), 'merged');
      assert.equal((await rule.current())['priority'], 'HIGH', 'nothing is sent');
      assert.equal(await fixture.publisher([]).publish(rule.target), 'done, show');

      const { description, mystery, priority } = await rule.current();
      assert.deepEqual([description, mystery, priority], ['theirs', 'changed', 'LOW']);
      assert.equal(await rule.versions(), 3);
    }
  });

  it('does not undo that the rule was enabled meanwhile, and makes no version to enable it', async () => {
    const rule = await opened('batch');
    await rule.edit(edits.batch);
    await rule.call('POST /enable');
    assert.equal(await fixture.publisher([]).publish(rule.target), 'done, show');
    assert.equal((await rule.current())['enabled'], true);
    assert.equal(await rule.versions(), 2);

    await rule.edit((text) => text.replace('enabled: true', 'enabled: false'));
    assert.equal(await fixture.publisher([]).publish(rule.target), 'done, show');
    assert.equal((await rule.current())['enabled'], false);
    assert.equal(await rule.versions(), 2);
  });

  it('is not sent when it differs from the rule only around its query, whose blanks are kept within strings', async () => {
    const rule = await opened('batch', { ...forms.batch, query: 'table fw | search a == "x y"' });
    await rule.edit((text) => `${text}\r\n\n  \n`);
    const publisher = fixture.publisher([]);
    assert.equal(await publisher.publish(rule.target), 'unchanged, show');
    assert.deepEqual([await rule.versions(), fixture.copies.hasDraft(rule.target.address)], [1, false]);

    await rule.edit((text) => text.replace('x y', 'x  y'));
    assert.equal(await publisher.publish(rule.target), 'done, show');
    assert.equal((await rule.current())['query'], 'table fw | search a == "x  y"');
  });

  it('is not sent when it cannot be read, and the problem is shown', async () => {
    const rule = await opened('batch');
    await rule.edit((text) => text.replace('name: Port scan\n', ''));
    const publisher = fixture.publisher([]);

    assert.equal(await publisher.publish(rule.target), 'rejected, correct');

    const [result] = publisher.results;
    assert.match(result?.next === 'correct' ? result.problem.text : '', /^Line 2: /);
    assert.deepEqual(fixture.proxy.writes, []);
    assert.equal(fixture.copies.hasDraft(rule.target.address), true);
  });

  it('is kept, with a sentence, when the platform cannot change rules of its kind', async () => {
    const rule = await opened('stream');
    await rule.edit(edits.stream);
    fixture.proxy.interference = async (exchange) => {
      if (exchange.method === 'PUT') exchange.response.writeHead(405).end();
      else await passOn(exchange);
    };

    await assert.rejects(
      fixture.publisher([]).publish(rule.target),
      /Old \(Development\) does not support this for stream rules. Your draft is kept./,
    );
    assert.equal(fixture.copies.hasDraft(rule.target.address), true);
  });

  it('creates a deleted rule again only after a question', async () => {
    const rule = await opened('batch');
    await rule.edit(edits.batch);
    fixture.proxy.interference = async (exchange) => {
      const isRule = exchange.path.endsWith(rule.target.address.guid);
      if (isRule) exchange.response.setHeader('content-type', 'application/json').end('{"rule":null}');
      else await passOn(exchange);
    };
    await rule.call('PUT ', { name: 'Renamed' });
    const publisher = fixture.publisher([{ confirm: 'Create' }]);
    assert.equal(await publisher.publish(rule.target), 'done, open');
    const { body } = await fixture.app.call('admin', 'GET /api/core/batch-rules');
    const { rules } = body as { rules: readonly Readonly<Record<string, unknown>>[] };
    assert.equal(rules.find(({ name }) => name === 'Port scan')?.['query'], 'table web');
  });
});
