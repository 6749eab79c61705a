import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { referenceKinds } from '../../src/platform/store/references';
import type { ReferenceKind } from '../../src/platform/store/references';
import { callPlatform, rejection } from '../support/call';
import { startApp, suiteApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';

const record = z.record(z.string(), z.unknown());
const created = z.object({ guid: z.string() });
const found = z.object({ rule: record });
const versions = z.object({
  total_count: z.number(),
  versions: z.array(z.looseObject({ version: z.number() })),
});
const unknownGuid = '11111111-2222-4333-8444-555555555555';

const tooLong = (field: string, length: number): string =>
  `'${field}' must be shorter than or equal to ${length} characters.`;

/** Also the audit entries about them, which a test counts. */
async function removeRules(app: RunningApp): Promise<void> {
  await app.parts.database.write(({ run }) =>
    run('DELETE FROM detection_rule; DELETE FROM rule_version; DELETE FROM audit_log'),
  );
}

/** One object of every kind; a schema's code stands where others have a GUID. */
async function addReferences(app: RunningApp): Promise<Record<ReferenceKind, string>> {
  const entries = referenceKinds.map((kind) => [kind, kind === 'schema' ? 'http' : randomUUID()] as const);
  await app.parts.references.add(entries.map(([kind, guid]) => ({ kind, guid, name: `the ${kind}` })));
  return Object.fromEntries(entries) as Record<ReferenceKind, string>;
}

function referringForm(kind: string, objects: Record<ReferenceKind, string>): Record<string, string> {
  const common = {
    ticket_repo_guid: objects.ticket_repo,
    address_group_guid: objects.address_group,
    audit_category_guid: objects.audit_category,
    reviewer_guid: objects.reviewer,
    auditor_guid: objects.auditor,
    alarm_group_guid: objects.alarm_group,
    ticket_assignee_guids: objects.ticket_assignee,
  };
  if (kind === 'batch') return { ...common, category_guid: objects.category, dataset_guid: objects.dataset };
  return {
    ...common,
    category_guid: objects.rule_category,
    schema_code: objects.schema,
    logger_guids: objects.logger,
    logger_model_guids: objects.logger_model,
  };
}

describe('The objects that rules can refer to', () => {
  it('are listed page by page for every role, without what only tables use', async () => {
    await using app = await startApp();
    const objects = await addReferences(app);
    const response = await callPlatform(app, 'GET /rule-references', { key: app.keys.member });
    const { total_count: total, references } = response.body as {
      readonly total_count: number;
      readonly references: readonly Readonly<Record<string, unknown>>[];
    };
    assert.equal(total, referenceKinds.length - 1);
    assert.deepEqual(references[0], { item: 'dataset', guid: objects.dataset, name: 'the dataset' });
    assert.ok(!JSON.stringify(references).includes('crypto_profile'));
    const page = await callPlatform(app, 'GET /rule-references?offset=1&limit=1', { key: app.keys.member });
    assert.deepEqual(page.body, { total_count: total, references: references.slice(1, 2) });
  });
});

for (const kind of ['batch', 'stream'] as const) {
  const path = `/${kind}-rules`;
  const other = kind === 'batch' ? 'stream' : 'batch';

  const createRule = async (app: RunningApp, form: Record<string, string>): Promise<string> => {
    const response = await callPlatform(app, `POST ${path}`, { form });
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return created.parse(response.body).guid;
  };
  const getRule = async (app: RunningApp, guid: string): Promise<Record<string, unknown>> =>
    found.parse((await callPlatform(app, `GET ${path}/${guid}`)).body).rule;
  const listVersions = async (app: RunningApp, guid: string): Promise<number[]> =>
    versions
      .parse((await callPlatform(app, `GET ${path}/${guid}/versions`)).body)
      .versions.map(({ version }) => version);
  const update = (app: RunningApp, guid: string, form: Record<string, string>) =>
    callPlatform(app, `PUT ${path}/${guid}`, { form });
  const restore = (app: RunningApp, guid: string, version: string | number, key = app.keys.admin) =>
    callPlatform(app, `POST ${path}/${guid}/versions/${version}/restore`, { key });

  describe(`${kind} rules`, () => {
    const app = suiteApp();
    beforeEach(() => removeRules(app));

    it(`rejects a MEMBER who restores a ${kind} rule`, async () => {
      const guid = await createRule(app, { name: 'a' });
      const response = await restore(app, guid, 1, app.keys.member);
      assert.deepEqual(response, rejection(500, 'illegal-state', 'no-permission'));
      const select = 'SELECT module, method, error FROM audit_log ORDER BY id DESC LIMIT 1';
      assert.deepEqual(await app.parts.database.read(select), [
        { module: `${kind}-rule`, method: 'restore', error: 'no-permission' },
      ]);
      assert.deepEqual(await listVersions(app, guid), [1]);
      assert.equal((await restore(app, guid, 1, app.keys.master)).status, 200);
    });

    it(`applies the snapshot of a ${kind} rule and makes a new version`, async () => {
      const first = { name: 'first', query: 'table a', priority: 'LOW', own_field: 'kept' };
      const guid = await createRule(app, first);
      await update(app, guid, { name: 'second', query: 'table b', priority: 'HIGH' });
      assert.deepEqual(await restore(app, guid, 1), { status: 200, body: { result: true, failures: [] } });

      const { name, query, priority, own_field } = await getRule(app, guid);
      assert.deepEqual({ name, query, priority, own_field }, first);
      assert.deepEqual(await listVersions(app, guid), [3, 2, 1]);
      const { body } = await callPlatform(app, `GET ${path}/${guid}/versions/3`);
      const { version } = z
        .object({ version: z.looseObject({ user_name: z.string(), rule: record }) })
        .parse(body);
      assert.equal(version.user_name, 'admin');
      assert.deepEqual(version.rule, { guid, ...first });
    });

    it(`reports every failure of a ${kind} rule at once, in the interface's order, and changes nothing`, async () => {
      const objects = await addReferences(app);
      const guid = await createRule(app, { name: 'old name', ...referringForm(kind, objects) });
      await update(app, guid, { name: 'new name', query: 'table now' });
      await createRule(app, { name: 'old name' });
      for (const object of referenceKinds) await app.parts.references.remove(object, objects[object]);
      const before = await getRule(app, guid);

      const { status, body } = await restore(app, guid, 1);
      const people = ['audit_category', 'reviewer', 'auditor', 'alarm_group'];
      const items =
        kind === 'batch'
          ? ['name', 'ticket_repo', 'address_group', 'category', 'dataset', ...people, 'ticket_assignee']
          : ['schema', 'ticket_repo', 'address_group', 'rule_category', ...people].concat([
              ...['logger', 'logger_model', 'ticket_assignee', 'name'],
            ]);
      const failures = items.map((item) => {
        const value = item === 'name' ? 'old name' : `the ${item}`;
        const reason = item === 'name' ? 'duplicate' : 'not-found';
        return kind === 'batch' ? { id: item, name: value, reason } : { field: item, value, reason };
      });
      assert.equal(status, 200);
      assert.deepEqual(body, { result: false, error_msg: 'validation-falied', failures });
      assert.deepEqual(await getRule(app, guid), before);
      assert.deepEqual(await listVersions(app, guid), [2, 1]);
      const entries = await app.parts.database.read("SELECT error FROM audit_log WHERE method = 'restore'");
      assert.deepEqual(entries, [{ error: 'validation-falied' }]);
    });

    it(`keeps a ${kind} rule enabled or disabled, and ignores a name of the other kind`, async () => {
      const guid = await createRule(app, { name: 'first', enabled: 'true' });
      await update(app, guid, { name: 'second' });
      const { status } = await callPlatform(app, `POST /${other}-rules`, { form: { name: 'first' } });
      assert.equal(status, 200);

      assert.deepEqual((await restore(app, guid, 1)).body, { result: true, failures: [] });
      const rule = await getRule(app, guid);
      assert.deepEqual([rule['name'], rule['enabled']], ['first', true]);
    });

    it(`does not find a ${kind} rule under the path of the other kind`, async () => {
      const guid = await createRule(app, { name: 'a' });
      const notFound = rejection(500, 'illegal-state', `${other} rule not found: ${guid}`);
      for (const operation of [
        `POST /${other}-rules/${guid}/versions/1/restore`,
        `GET /${other}-rules/${guid}/versions`,
        `PUT /${other}-rules/${guid}`,
        `POST /${other}-rules/${guid}/enable`,
      ]) {
        const form = operation.startsWith('GET') ? {} : { form: { name: 'b' } };
        assert.deepEqual(await callPlatform(app, operation, form), notFound, operation);
      }
      assert.deepEqual((await callPlatform(app, `GET /${other}-rules/${guid}`)).body, { rule: null });
      assert.deepEqual(await listVersions(app, guid), [1]);
    });

    it(`rejects the restore of an unknown ${kind} rule or version`, async () => {
      const guid = await createRule(app, { name: 'a' });
      for (const [restored, version, message] of [
        [unknownGuid, 1, `${kind} rule not found: ${unknownGuid}`],
        [guid, 7, `${kind} rule snapshot not found: ${guid} v7`],
      ] as const) {
        const response = await restore(app, restored, version);
        assert.deepEqual(response, rejection(500, 'illegal-state', message));
      }
    });

    it(`rejects a ${kind} rule that is not a GUID, and a version that is missing or not a 32-bit integer`, async () => {
      const missing = rejection(400, 'null-argument', 'version should be not null');
      assert.deepEqual(await restore(app, unknownGuid, ''), missing);
      const noGuid = rejection(400, 'invalid-param-type', 'guid should be guid type.');
      for (const guid of ['x', '1'.repeat(36), `${unknownGuid}0`, '..%2F..']) {
        assert.deepEqual(await restore(app, guid, 1), noGuid, guid);
      }
      const noInteger = rejection(400, 'invalid-param-type', 'version should be integer type');
      for (const version of ['x', '1.5', '2147483648', '-2147483648', '99999999999999999999']) {
        assert.deepEqual(await restore(app, unknownGuid, version), noInteger, version);
      }
    });

    it(`finds ${kind} rules by keywords, page by page, in the order of their names`, async () => {
      const texts = { msg: 'A Message', description: 'some words' };
      for (const name of ['c', 'b', 'a']) await createRule(app, { name, query: `table ${name}x`, ...texts });
      await createRule(app, { name: 'd', own_field: 'A Message' });
      const page = z.object({ total_count: z.number(), rules: z.array(record) });
      for (const [query, total, names] of [
        ['offset=1&limit=1', 4, 'b'],
        ['keywords=a%20message&limit=1', 3, 'a'],
        ['keywords=Some%20Words', 3, 'a,b,c'],
        // Not from one text into the next.
        ['keywords=csome', 0, ''],
        ['keywords=CX', 1, 'c'],
      ] as const) {
        const { body } = await callPlatform(app, `GET ${path}?${query}`, { key: app.keys.member });
        const { total_count, rules } = page.parse(body);
        assert.deepEqual([total_count, rules.map((rule) => rule['name']).join()], [total, names], query);
      }
    });

    it(`keeps the fields of a ${kind} rule with their types, also unknown fields`, async () => {
      const input = {
        guid: unknownGuid,
        user_name: 'somebody',
        created: 'long ago',
        version_description: 'First.',
        enabled: 'true',
        blank: '',
      };
      const form = {
        name: 'form',
        priority: 'HIGH',
        ticket_issue_cond: 'ALWAYS',
        mitre_tactics: 'TA1, TA2',
        event_suppress_interval: '2147483647',
        commands: '[{"a":1}]',
        own_field: 'x',
      };
      const json = { name: 'json', commands: [{ a: 1 }], own: { deep: [1] }, ticket_suppress_interval: 7 };
      const guid = await createRule(app, { ...input, ...form });
      const { created: made, updated, ...rule } = await getRule(app, guid);
      assert.deepEqual(rule, {
        ...form,
        guid,
        mitre_tactics: ['TA1', 'TA2'],
        event_suppress_interval: 2_147_483_647,
        commands: [{ a: 1 }],
        enabled: true,
        user_name: 'admin',
      });
      assert.equal(made, updated);
      const { body } = await callPlatform(app, `GET ${path}/${guid}/versions`);
      assert.match(JSON.stringify(body), /"description":"First\."/);
      const response = await callPlatform(app, `POST ${path}`, { json: { ...json, nothing: null } });
      const other = await getRule(app, created.parse(response.body).guid);
      for (const [field, value] of Object.entries(json)) assert.deepEqual(other[field], value, field);
      assert.deepEqual(['nothing' in other, other['enabled']], [false, false]);
    });

    it(`shows a MEMBER the number of versions of a ${kind} rule, and each with the GUID of the rule`, async () => {
      const guid = await createRule(app, { name: 'a' });
      await update(app, guid, { name: 'b' });
      const asMember = { key: app.keys.member };
      const { body } = await callPlatform(app, `GET ${path}/${guid}/versions`, asMember);
      assert.equal(versions.parse(body).total_count, 2);
      for (const [version, name] of ['a', 'b'].entries()) {
        const response = await callPlatform(app, `GET ${path}/${guid}/versions/${version + 1}`, asMember);
        const read = z.object({ version: z.looseObject({ rule: record }) }).parse(response.body).version;
        assert.deepEqual([read['version'], read.rule], [version + 1, { guid, name }]);
      }
    });

    it(`distinguishes names of ${kind} rules by case, and says which version was restored`, async () => {
      const guid = await createRule(app, { name: 'a' });
      await createRule(app, { name: 'A' });
      await update(app, guid, { name: 'b' });
      await restore(app, guid, 1);
      const { body } = await callPlatform(app, `GET ${path}/${guid}/versions`);
      assert.equal(versions.parse(body).versions[0]?.['description'], 'Restored from version 1.');
    });

    it(`returns when a ${kind} rule was created and when it was changed`, async () => {
      const configuration = { name: 'a' };
      const timestamp = new Date('2026-01-02T03:04:05Z');
      const guid = await app.parts.rules.create(kind, { configuration, userName: 'kim', timestamp });
      const later = new Date('2026-01-03T03:04:05Z');
      await app.parts.rules.update(kind, guid, { configuration, userName: 'lee', timestamp: later });
      const { created: made, updated } = await getRule(app, guid);
      assert.deepEqual([made, updated], ['2026-01-02 03:04:05+0000', '2026-01-03 03:04:05+0000']);
      const { body } = await callPlatform(app, `GET ${path}/${guid}/versions`);
      assert.deepEqual(
        versions.parse(body).versions.map((version) => [version['user_name'], version['created']]),
        [
          ['lee', updated],
          ['kim', made],
        ],
      );
    });

    it(`returns null for an unknown ${kind} rule and an unknown version`, async () => {
      const guid = await createRule(app, { name: 'a' });
      assert.deepEqual((await callPlatform(app, `GET ${path}/${unknownGuid}`)).body, { rule: null });
      assert.deepEqual((await callPlatform(app, `GET ${path}/${guid}/versions/9`)).body, { version: null });
    });

    it(`enables and disables a ${kind} rule once, without a new version`, async () => {
      const guid = await createRule(app, { name: 'a' });
      for (const [verb, enabled] of [
        ['enable', true],
        ['disable', false],
      ] as const) {
        assert.deepEqual((await callPlatform(app, `POST ${path}/${guid}/${verb}`)).body, {});
        assert.equal((await getRule(app, guid))['enabled'], enabled);
        assert.deepEqual(
          await callPlatform(app, `POST ${path}/${guid}/${verb}`),
          rejection(500, 'illegal-state', `${kind} rule is already ${verb}d: ${guid}`),
        );
      }
      assert.deepEqual(await listVersions(app, guid), [1]);
    });

    it(`rejects a ${kind} rule without a name, with a taken one, or with a reference to nothing`, async () => {
      const post = (form: Record<string, string>) => callPlatform(app, `POST ${path}`, { form });
      await post({ name: 'a' });
      assert.deepEqual(await post({}), rejection(400, 'null-argument', 'name should be not null'));
      for (const [status, code, message, form] of [
        [500, 'illegal-state', 'duplicated name: a', { name: 'a' }],
        [400, 'invalid-argument', tooLong('name', 255), { name: 'x'.repeat(256) }],
        [400, 'invalid-argument', tooLong('description', 2000), { description: 'x'.repeat(2001) }],
        [400, 'invalid-argument', tooLong('commands', 1_000_000), { commands: `"${'x'.repeat(1_000_000)}"` }],
        [400, 'invalid-argument', 'reviewer_guid should be guid type.', { reviewer_guid: 'nobody' }],
        [500, 'illegal-state', `reviewer not found: ${unknownGuid}`, { reviewer_guid: unknownGuid }],
      ] as const) {
        assert.deepEqual(await post({ name: 'b', ...form }), rejection(status, code, message));
      }
      for (const [field, value, reason] of [
        ['priority', 'URGENT', /^priority value must be one of 'LOW', 'MEDIUM', 'HIGH'/],
        ['ticket_issue_cond', 'no', /^ticket_issue_cond value must be one of 'NEVER'/],
        ['commands', '{', /^'commands' parameter should be JSON$/],
        ['event_suppress_interval', '2147483648', /less than or equal to 2147483647/],
        ['ticket_suppress_interval', 'x', /should be int type/],
        ['ticket_assignee_guids', `${unknownGuid},x`, /^ticket_assignee_guids should be guid type/],
        ['ticket_assignee_guids', unknownGuid, /^ticket assignee not found: 1111/],
      ] as const) {
        const { body } = await post({ name: 'b', [field]: value });
        assert.match(z.looseObject({ error_msg: z.string() }).parse(body).error_msg, reason);
      }
      const { status, body } = await post({ name: 'with a schema', schema_code: 'nope' });
      assert.equal(status, kind === 'batch' ? 200 : 500);
      if (kind === 'stream') assert.match(JSON.stringify(body), /"schema not found: nope"/);
    });
  });
}
