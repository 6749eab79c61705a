import assert from 'node:assert/strict';
import fc from 'fast-check';
import { completeRule } from '../../../../src/core/project/completeRule';
import { editableRuleText, parseEditedRule, rejectedReference } from '../../../../src/core/project/ruleDraft';
import { ruleDifferences } from '../../../../src/core/project/ruleFields';
import { otherGuid, someGuid } from '../../../support/scheduledQueries';

const rule = {
  guid: someGuid,
  name: 'Port scan',
  enabled: true,
  priority: 'HIGH',
  category_guid: otherGuid,
  category_name: 'Reconnaissance',
  auditor_guid: null,
  query: 'table fw\n| stats count',
  user_name: 'kim',
  created: '2026-01-01 00:00:00+0900',
  updated: '2026-01-02 00:00:00+0900',
};

describe('A detection rule in an editor', () => {
  it('shows its properties above its query, without what only the platform sets and without empty fields', () => {
    assert.equal(
      editableRuleText('batch', rule),
      [
        '---',
        'name: Port scan',
        'enabled: true',
        'priority: HIGH',
        `category_guid: ${otherGuid}`,
        'category_name: Reconnaissance',
        '---',
        'table fw',
        '| stats count',
        '',
      ].join('\n'),
    );
  });

  it('is read back without a difference, whatever its properties are', () => {
    const value = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.integer(),
      fc.array(fc.string()),
      fc.constantFrom('---', 'null', '# [ x ]', ' a\n\n---\n b ', 'ㄱ: [', '$(x)', '\u0000\u202e'),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('batch' as const, 'stream' as const),
        fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), value),
        fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
        (kind, fields, name) => {
          const record = { ...fields, name, enabled: false, query: 'table a', commands: [] };
          const text = editableRuleText(kind, record);
          const parsed = parseEditedRule(kind, text, text);
          assert.ok('record' in parsed, JSON.stringify(parsed));
          assert.deepEqual(ruleDifferences(kind, record, parsed.record), []);
        },
      ),
      { seed: 41, numRuns: 60 },
    );
  });

  const priorities = /“priority” must be one of LOW, MEDIUM, HIGH/;
  for (const [why, part, changed, message] of [
    ['without a name', 'name: Port scan\n', '', /requires “name”/],
    ['with a blank name', 'Port scan', '" "', /requires “name”/],
    ['with “enabled: maybe”', 'enabled: true', 'enabled: maybe', /true or false/],
    [
      'with another name of the same object',
      'Reconn',
      'x',
      /“category_name” is derived from “category_guid”/,
    ],
    ['with a priority that does not exist', 'HIGH', 'urgent', priorities],
    ['with a large number as its priority', 'HIGH', '99999999999999999999', priorities],
    ['with an invalid schedule', 'HIGH', 'HIGH\nschedule: "*/10 * *"', /A cron expression has five fields/],
    ['without properties', /[^]*/, 'table fw', /starts with its properties/],
    ['with invalid YAML', 'HIGH', '[HIGH', /not valid YAML/],
  ] as const) {
    it(`cannot be published ${why}, and the problem is in the right line`, () => {
      const before = editableRuleText('batch', rule);
      const text = before.replace(part, changed);
      const parsed = parseEditedRule('batch', text, before);
      assert.ok('problem' in parsed);
      assert.match(parsed.problem.message, message);
      assert.ok(parsed.problem.from <= text.indexOf('\n---\n') + 4);
    });
  }

  it('keeps a priority and a schedule that only the platform can read', () => {
    const before = editableRuleText('batch', { ...rule, priority: 'CRITICAL', schedule: '@hourly' });
    assert.ok('record' in parseEditedRule('batch', before.replace('limit 5', 'limit 6'), before));
  });

  it('may refer to another object while its old name is still there', () => {
    const before = editableRuleText('batch', rule);
    assert.ok('record' in parseEditedRule('batch', before.replace(otherGuid, someGuid), before));
  });

  it('names the object that does not exist, at its position', () => {
    const text = editableRuleText('batch', rule);
    const found = rejectedReference('batch', text, `category not found: ${otherGuid}`);
    assert.ok(found);
    assert.equal(found.message, `Reconnaissance (${otherGuid})`);
    assert.equal(text.slice(found.from, found.to), otherGuid);
    assert.equal(found.item, 'category');
    assert.equal(rejectedReference('batch', text, 'duplicated name: Port scan'), undefined);
    assert.equal(rejectedReference('batch', text, 'table not found: fw'), undefined);
  });
});

describe('Completion in the properties of a rule', () => {
  const references = [
    { item: 'category', guid: someGuid, name: 'Malware' },
    { item: 'category', guid: otherGuid, name: 'Exfiltration: "x"' },
    { item: 'ticket_assignee', guid: someGuid, name: '박민준' },
  ];

  function at(text: string) {
    const offset = text.indexOf('▮');
    const source = text.replace('▮', '');
    const found = completeRule('batch', source, offset, references);
    return found && { ...found, source };
  }

  it('offers the keys that are missing, and none twice', () => {
    const keys = at('---\nname: x\npri▮\n---\n')?.items.map(({ text }) => text);
    assert.ok(keys?.includes('priority: ') && keys.includes('dataset_guid: '));
    assert.ok(!keys?.includes('name: ') && !keys?.includes('schema_code: '));
  });

  it('offers the values that the platform accepts', () => {
    const values = at('---\npriority: ▮\n---\n')?.items.map(({ text }) => text);
    assert.deepEqual(values, ['LOW', 'MEDIUM', 'HIGH']);
  });

  it('offers objects by name, replaces the whole GUID and the name beside it', () => {
    const found = at(`---\ncategory_guid: 8d1b▮${someGuid.slice(4)}\ncategory_name: Malware\n---\n`);
    const [first] = found?.items ?? [];
    assert.ok(found && first);
    assert.equal(first.label, 'Exfiltration: "x"');
    assert.equal(found.source.slice(found.from, found.to), someGuid);
    const [edit] = first.edits ?? [];
    assert.equal(found.source.slice(edit?.from, edit?.to), 'category_name: Malware');
    assert.equal(edit?.newText, 'category_name: "Exfiltration: \\"x\\""');
  });

  it('offers objects in a list', () => {
    const found = at('---\nticket_assignee_guids:\n  - ▮\nname: x\n---\n');
    assert.deepEqual(
      found?.items.map(({ label, text }) => [label, text]),
      [['박민준', someGuid]],
    );
  });

  it('offers nothing of it in the query', () => {
    assert.equal(at('---\nname: x\n---\ntab▮'), undefined);
  });
});
