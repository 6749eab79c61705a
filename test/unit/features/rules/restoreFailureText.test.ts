import { lab } from '../../../support/labConnection';
import assert from 'node:assert/strict';
import { failureDocument, failureSentence, referencesOf } from '../../../../src/features/rules/ruleTexts';

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

  it('is a sentence for a name that is taken', () => {
    assert.equal(
      failureSentence({ item: 'name', value: 'Port scan', reason: 'duplicate' }),
      'Another rule already has the name “Port scan”.',
    );
  });

  it('is shown as it comes when it is unknown', () => {
    assert.equal(
      failureSentence({ item: 'quantum_field', value: 'X', reason: 'entangled' }),
      'The quantum field “X” was rejected: entangled',
    );
  });

  it('is on a line of its own in a document that says that the rule is unchanged', () => {
    const failures = [
      { item: 'name', value: 'Port scan', reason: 'duplicate' },
      { item: 'dataset', value: 'Flows', reason: 'not-found' },
    ];
    const target = { kind: 'batch', guid: 'g', name: 'Port scan' } as const;
    const { text, lines } = failureDocument({ connection: lab, target, version: 2, failures }, new Date());

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
