import assert from 'node:assert/strict';
import { pickRule, pickVersion, listedVersions } from '../../../../../src/extension/features/rules/pickRule';
import type { RuleDeps } from '../../../../../src/extension/features/rules/rulesSection';
import { RuleItem } from '../../../../../src/extension/features/rules/ruleItem';
import type { SelectedRule } from '../../../../../src/extension/features/rules/ruleItem';
import { rulesSource } from '../../../../../src/extension/features/rules/rulesSource';
import { versionDescription } from '../../../../../src/extension/features/rules/ruleTexts';
import { displayText } from '../../../../../src/core/privacy/masker';
import { SectionNode } from '../../../../../src/extension/ui/explorer/explorerSection';
import type { Row } from '../../../../../src/extension/ui/explorer/explorerSection';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { hiddenValues } from '../../../../support/hiddenValues';
import { lab } from '../../../../support/labConnection';
import { suiteServer } from '../../../../support/httpServer';
import { each } from '../../../../support/each';

const guid = '00000000-0000-4000-8000-000000000001';
const scan = { guid, name: 'Port scan', enabled: true, priority: 'HIGH', category_name: 'Network' };
const versions = [
  { version: 1, user_name: 'kim', created: 'in spring', description: 'first' },
  { version: 3, created: 'in autumn' },
  { version: 2, user_name: 'lee' },
];

describe('A rule to compare or restore', () => {
  let missing: RegExp;

  const suite = suiteServer(({ url }, response) => {
    const isMissing = missing.test(url);
    response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' });
    const isStream = url.includes('stream');
    const rule = { ...scan, name: isStream ? 'Beacon' : 'Port scan', enabled: !isStream };
    const body = url.includes('versions')
      ? { total_count: 4, versions: [...versions, { version: 'x' }] }
      : { total_count: 3, rules: [rule, { guid: 5 }] };
    response.end(isMissing ? '' : JSON.stringify(body));
  });

  beforeEach(() => {
    missing = /nothing/;
  });

  async function pick(
    args: readonly unknown[],
    ...responses: readonly PromptResponse[]
  ): Promise<SelectedRule> {
    const prompts = new ScriptedPrompts(responses);
    const platforms = { pick: () => Promise.resolve(lab), clientFor: () => Promise.resolve(suite.client) };
    const selected = await pickRule({ ui: { prompts }, platforms } as unknown as RuleDeps, args, 'Restore');
    prompts.assertFinished();
    return selected;
  }

  async function loaded(): Promise<readonly Row[]> {
    const source = rulesSource({ name: 'Lab' }, () => Promise.resolve(suite.client));
    return (await source.load({ offset: 0, limit: 10 }, new AbortController().signal)).rows;
  }

  const section = new SectionNode(lab, 'rules');

  it('is searched for on the platform, in both lists or the one that it has', async () => {
    const selected = await pick([], { search: 'beac', select: 'Beacon' });
    assert.deepEqual(selected.value, { kind: 'stream', guid, name: 'Beacon' });
    const asked = suite.server.seen.map(({ url }) => url.replace('/api/core/', ''));
    assert.deepEqual(asked, [
      'batch-rules?limit=1',
      'stream-rules?limit=1',
      'batch-rules?limit=100&keywords=beac',
      'stream-rules?limit=100&keywords=beac',
    ]);
    missing = /stream-rules/;
    assert.equal((await pick([section], { search: '', select: 'Port scan' })).value.kind, 'batch');
    missing = /batch-rules/;
    suite.client.forgetMissingOperations();
    await assert.rejects(pick([], { search: '', select: 'Port scan' }), /not among: Beacon$/);
  });

  it('is entered by kind and GUID when the platform lists none', async () => {
    missing = /rules/;
    const { value } = await pick([], { pick: 'Stream' }, { input: ` ${guid} ` });
    assert.deepEqual(value, { kind: 'stream', guid, name: guid });
    await assert.rejects(pick([], { pick: 'Batch' }, { input: 'abc' }), /A GUID looks like/);
  });

  it('has versions, newest first, of which one may be left out', async () => {
    const target = { kind: 'batch', guid, name: '' } as const;
    const listed = await listedVersions(suite.client, target);
    assert.ok(listed);
    assert.deepEqual(each(listed, 'version'), [3, 2, 1]);
    assert.deepEqual(listed.map(versionDescription), ['in autumn', 'lee', 'kim · in spring · first']);
    {
      using _ = hiddenValues();
      assert.equal(listed.map(versionDescription)[1], 'user1-masked');
    }
    const question = { title: 'Restore', placeholder: 'Select' };
    const prompts = new ScriptedPrompts([{ pick: 'Version 1' }, { pick: 'Version 3' }]);
    assert.equal(await pickVersion(prompts, listed, question, 3), 1);
    await assert.rejects(pickVersion(prompts, listed, question, 3), /not among: Version 2, Version 1$/);
    missing = /versions/;
    assert.equal(await listedVersions(suite.client, target), undefined);
    for (const version of [7, 2_147_483_647]) {
      const typing = new ScriptedPrompts([{ input: ` ${version} ` }]);
      assert.equal(await pickVersion(typing, undefined, question), version);
    }
    for (const typed of ['0', '-1', '1.5', 'x', '', '2147483648', '1e3']) {
      const typing = new ScriptedPrompts([{ input: typed }]);
      await assert.rejects(pickVersion(typing, undefined, question), /whole number/, typed);
    }
  });

  it('is shown in the explorer with its state', async () => {
    const [batch, bad, stream] = await loaded();
    const shown = [batch, stream].map((row) => [
      row?.id,
      displayText(row?.description),
      row?.icon?.name,
      row?.contextValue,
    ]);
    assert.deepEqual(shown, [
      [`batch-${guid}`, 'Batch · high priority · Network', 'shield', 'rule.batch.enabled'],
      [
        `stream-${guid}`,
        'Stream · high priority · Network · disabled',
        'circle-slash',
        'rule.stream.disabled',
      ],
    ]);
    assert.equal(displayText(stream?.accessibleLabel), 'Beacon, disabled, Stream, high priority, Network');
    assert.equal(bad?.contextValue, 'malformed');
    assert.equal(stream?.file, `/Lab/rules/stream/${guid}/Beacon.lqrule`);
  });

  it('has its versions below it in the explorer, if the platform lists them', async () => {
    const [batch] = await loaded();
    const load = batch?.children?.load.bind(batch.children);
    assert.ok(load);
    const request = { offset: 0, limit: 9 };
    const { signal } = new AbortController();
    const below = await load(request, signal);
    assert.equal(below.total, 4);
    assert.deepEqual(
      below.rows
        .slice(0, 3)
        .map(({ id, description, icon, contextValue }) => [
          id,
          displayText(description),
          icon?.name,
          contextValue,
        ]),
      [
        ['v1', 'current · kim · in spring · first', 'git-commit', 'ruleVersion.current'],
        ['v3', 'in autumn', 'history', 'ruleVersion.earlier'],
        ['v2', 'lee', 'history', 'ruleVersion.earlier'],
      ],
    );
    assert.equal(below.rows[3]?.contextValue, 'malformed');
    assert.equal(displayText(below.rows[1]?.accessibleLabel), 'Version 3, in autumn');
    assert.deepEqual(below.rows[1]?.document?.slice(2, 4), ['shown', 'v3']);
    missing = /versions/;
    const note = await load(request, signal);
    assert.deepEqual([note.total, note.rows.length], [undefined, 1]);
    assert.equal(note.rows[0]?.label, 'This platform does not list versions. Restore one by number…');
    assert.ok(note.rows[0].value instanceof RuleItem);
  });

  it('is replaced by a note in the explorer when the platform lists none', async () => {
    missing = /rules/;
    const all = await loaded();
    assert.deepEqual(each(all, 'id', 'label', 'command', 'contextValue', 'value'), [
      [
        ':unlisted',
        'This platform does not list its rules. Open one by GUID…',
        'logbench.rule.open',
        'note',
        undefined,
      ],
    ]);
  });
});
