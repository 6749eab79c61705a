import assert from 'node:assert/strict';
import { InvalidRequestError } from '../../../../../src/core/api/errors';
import { readRule, readState, readVersion } from '../../../../../src/extension/features/rules/pickRule';
import {
  previewRestore,
  restorePreviewText,
} from '../../../../../src/extension/features/rules/restorePreview';
import { byPriority, RuleItem } from '../../../../../src/extension/features/rules/ruleItem';
import { failureSentence, shownRuleText } from '../../../../../src/extension/features/rules/ruleTexts';
import type { RawRecord } from '../../../../../src/core/interface/optional';
import type { Rule } from '../../../../../src/core/interface/rule';
import type { Row } from '../../../../../src/extension/ui/explorer/explorerSection';
import { hiddenValues } from '../../../../support/hiddenValues';
import { suiteServer } from '../../../../support/httpServer';
import { each } from '../../../../support/each';

const guid = '00000000-0000-4000-8000-000000000001';
const target = { kind: 'batch', guid, name: 'Scan' } as const;
const { signal } = new AbortController();

describe('A rule that is read', () => {
  let rule: object | null;
  let earlier: object;
  let missing: RegExp;

  const suite = suiteServer(({ url }, response) => {
    response.writeHead(missing.test(url) ? 404 : 200, { 'content-type': 'application/json' });
    const version = { version: 1, rule: earlier };
    const body = url.endsWith('/versions')
      ? { total_count: 2, versions: [{ version: 1 }, { version: 2 }] }
      : { rule, version: rule && version };
    response.end(missing.test(url) ? '' : JSON.stringify(body));
  });

  beforeEach(() => {
    missing = /nothing/;
    rule = { guid, name: 'Scan', query: 'table b', enabled: true };
    earlier = { ...rule, query: 'table a' };
  });

  it('is rejected when it no longer exists, and undefined when the platform cannot read it', async () => {
    assert.equal((await readRule(suite.client, target))?.name, 'Scan');
    rule = null;
    await assert.rejects(readRule(suite.client, target), (error: unknown) => {
      assert.ok(error instanceof InvalidRequestError);
      assert.deepEqual([error.code, error.message], ['illegal-state', `batch rule not found: ${guid}`]);
      return true;
    });
    missing = /rules/;
    assert.equal(await readRule(suite.client, target), undefined);
    assert.equal(await readVersion(suite.client, target, 1), undefined);
    for (const version of [undefined, 1])
      await assert.rejects(readState(suite.client, target, version, signal), /does not provide the content/);
  });

  const preview = async (): Promise<readonly string[]> =>
    restorePreviewText(target, await previewRestore(suite.client, target, 1, signal)).split('\n\n');

  it('is compared with a version before that is restored', async () => {
    assert.deepEqual(await preview(), [
      'Changes:\nquery: table b → table a',
      'The version has no references.',
      'A new version is created. The current rule stays available as version 2.',
    ]);
    earlier = { ...rule };
    assert.match((await preview())[0] ?? '', /^The version is the same as the current rule\./);
    missing = /versions/;
    assert.deepEqual(await preview(), [
      'This platform does not provide the content of versions, so the changes cannot be previewed.',
    ]);
  });

  it('is previewed with short values, also of settings in one of them only, without those of the platform', async () => {
    const query = 'table duration=1h fw_seoul_core | search action == "deny"';
    const current = {
      name: 'a',
      query,
      updated: '1',
      enabled: true,
      msg: 'x\n y',
      deleted: 1,
      own: [1],
      no: null,
    };
    rule = { guid, ...current };
    earlier = { name: 'b', query: `${query} | limit 1`, new: true, own: [2] };
    assert.equal(
      (await preview())[0],
      'Changes:\ndeleted: 1 → –\nmsg: x y → –\nname: a → b\nnew: – → true\nown\nquery',
    );
  });

  it('does not name people before a restore while values are hidden, also those with short names', async () => {
    rule = { guid, name: 'Scan', reviewer_name: '김민수', ticket_assignee_names: ['Ann', 'Jin Park'] };
    earlier = { ...rule, reviewer_name: 'Bo Lee', auditor_name: 'Eve', dataset_name: 'Flows' };
    {
      using _ = hiddenValues();
      const [changed = '', needed] = await preview();
      assert.match(changed, /^reviewer_name: user\d+-masked → user\d+-masked$/m);
      assert.equal(
        (needed ?? '').replace(/user\d+-masked/g, '•'),
        'All of these must still exist: dataset “Flows”, reviewer “•”, auditor “•”, ticket assignee “•”, ticket assignee “•”',
      );
      const failure = { item: 'reviewer', value: '김민수', reason: 'not-found' };
      assert.match(failureSentence(failure), /^The reviewer “user\d+-masked” no longer exists\.$/);
      const shown = shownRuleText('batch', { version: undefined, rule: earlier as RawRecord });
      assert.doesNotMatch(shown, /Bo Lee|Eve|Ann|Jin/);
    }
    assert.match((await preview())[0] ?? '', /reviewer_name: 김민수 → Bo Lee/);
  });
});

describe('Rules by priority', () => {
  it('are sorted by priority, with those without one last', () => {
    const row = (label: string, value: unknown): Row => ({ id: label, label, contextValue: '', value });
    const rows = ['LOW', undefined, 'HIGH', 'MEDIUM'].map((priority) =>
      row(String(priority), new RuleItem('batch', { guid, name: '', priority } as unknown as Rule)),
    );

    assert.deepEqual(each([row('note', undefined), ...rows].toSorted(byPriority), 'label'), [
      'HIGH',
      'MEDIUM',
      'LOW',
      'note',
      'undefined',
    ]);
  });
});
