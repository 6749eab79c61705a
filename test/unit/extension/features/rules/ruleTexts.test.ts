import assert from 'node:assert/strict';
import { editableRuleText } from '../../../../../src/core/project/ruleDraft';
import {
  comparedRuleText,
  failureDocument,
  failureSentence,
  referencesOf,
  shownRuleText,
} from '../../../../../src/extension/features/rules/ruleTexts';
import { lab } from '../../../../support/labConnection';
import { hiddenValues } from '../../../../support/hiddenValues';

const rule = {
  guid: '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  name: 'Repeated logon failures',
  description: 'Somebody guesses passwords.',
  enabled: true,
  priority: 'HIGH',
  category_guid: 'c1',
  category_name: 'Credential access',
  dataset_guid: 'd1',
  dataset_name: 'Windows logons',
  schedule: '*/10 * * * *',
  duration: '10m',
  query: 'table duration=10m win_* | search event_id == 4625',
  msg: 'Check $user',
  alarm_group_guid: 'a1',
  alarm_group_name: 'Night shift',
  ticket_issue_cond: 'ALWAYS',
  ticket_repo_guid: null,
  ticket_assignee_guids: ['u1', 'u2'],
  ticket_assignee_names: ['kim.minji', 'lee.seoyeon'],
  reviewer_guid: 'u3',
  reviewer_name: 'park.jiho',
  mitre_tactics: ['TA0006'],
  mitre_techniques: ['T1110'],
  field_order: ['user'],
  own_setting: { a: 1 },
};
describe('A version of a detection rule that is read', () => {
  const version = { version: 2, userName: 'jo.han', created: undefined, description: 'one\n---\ntwo' };

  it('is the text of the editor below its author and description', () => {
    const [heading, ...lines] = shownRuleText('batch', { version: { ...version, rule }, rule })
      .split('\n')
      .slice(1);
    assert.equal(heading, '# Version 2 · jo.han · one --- two');
    assert.deepEqual(['---', ...lines].join('\n'), editableRuleText('batch', rule));
  });

  it('is compared without what differs between a rule and its versions', () => {
    const current = { ...rule, enabled: false, user_name: 'a', created: 'b', updated: 'c' };
    const [one, other] = [current, rule].map((each) =>
      comparedRuleText('batch', { version: undefined, rule: each }),
    );
    assert.equal(one, other);
  });

  it('masks people while sensitive values are hidden', () => {
    using _ = hiddenValues();
    const text = shownRuleText('batch', { version: { ...version, rule }, rule });
    assert.doesNotMatch(text, /jo\.han|kim\.minji|lee\.seoyeon|park\.jiho/);
    assert.match(text, /reviewer_name: \S+-masked/);
  });
});

const notFound: Readonly<Record<string, string>> = {
  dataset: 'The dataset “X” no longer exists.',
  schema: 'The schema “X” no longer exists.',
  ticket_repo: 'The ticket repository “X” no longer exists.',
  address_group: 'The address group “X” no longer exists.',
  category: 'The category “X” no longer exists.',
  rule_category: 'The rule category “X” no longer exists.',
  audit_category: 'The audit category “X” no longer exists.',
  reviewer: 'The reviewer “X” no longer exists.',
  auditor: 'The auditor “X” no longer exists.',
  alarm_group: 'The alarm group “X” no longer exists.',
  logger: 'The logger “X” no longer exists.',
  logger_model: 'The logger model “X” no longer exists.',
  ticket_assignee: 'The ticket assignee “X” no longer exists.',
};

describe('The reason why a restore failed', () => {
  for (const [item, sentence] of Object.entries(notFound)) {
    it(`is a sentence for a missing ${item}`, () => {
      assert.equal(failureSentence({ item, value: 'X', reason: 'not-found' }), sentence);
    });
  }

  for (const [what, item, reason, sentence] of [
    ['a sentence for a name that is taken', 'name', 'duplicate', 'Another rule already has the name “X”.'],
    ['shown as it comes when it is unknown', 'an_item', 'absent', 'The an item “X” was rejected: absent'],
  ] as const) {
    it(`is ${what}`, () => assert.equal(failureSentence({ item, value: 'X', reason }), sentence));
  }

  it('is on a line of its own in a document that says that the rule is unchanged', () => {
    const failures = [
      { item: 'name', value: 'Port scan', reason: 'duplicate' },
      { item: 'dataset', value: 'Flows', reason: 'not-found' },
    ];
    const value = { kind: 'batch', guid: 'g', name: 'Port scan' } as const;
    const { text, lines } = failureDocument({ connection: lab, value, version: 2, failures }, new Date());

    assert.match(text, /^Version 2 of “Port scan” was not restored\. The rule is unchanged\.\n/);
    assert.deepEqual(
      lines.map((line) => text.split('\n')[line]),
      failures.map(failureSentence),
    );
  });
});

describe('The references of a rule', () => {
  it('are listed by name in the order of the interface', () => {
    const rule = {
      dataset_guid: '1',
      dataset_name: 'Flows',
      ticket_assignee_guids: ['2', '3'],
      ticket_assignee_names: ['Ann', 'Bo'],
      ticket_repo_guid: '4',
      ticket_repo_name: 'Incidents',
      reviewer_guid: null,
    };

    assert.deepEqual(referencesOf('batch', rule), [
      { item: 'ticket_repo', name: 'Incidents' },
      { item: 'dataset', name: 'Flows' },
      { item: 'ticket_assignee', name: 'Ann' },
      { item: 'ticket_assignee', name: 'Bo' },
    ]);
  });

  it('are listed by identifier when they have no name', () => {
    assert.deepEqual(referencesOf('stream', { schema_code: 'http', category_guid: '5' }), [
      { item: 'schema', name: 'http' },
      { item: 'rule_category', name: '5' },
    ]);
  });
});
