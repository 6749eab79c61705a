import assert from 'node:assert/strict';
import { knownRejection } from '../../../../src/ui/failures/failureText';

const guid = '11111111-2222-4333-8444-555555555555';

describe('A rejection of the platform', () => {
  for (const [message, sentence] of [
    [`batch rule not found: ${guid}`, `There is no batch rule ${guid}.`],
    [`stream rule not found: ${guid}`, `There is no stream rule ${guid}.`],
    [`batch rule snapshot not found: ${guid} v7`, `The rule ${guid} has no version 7.`],
    [`stream rule snapshot not found: ${guid} v7`, `The rule ${guid} has no version 7.`],
    [`batch rule is already enabled: ${guid}`, 'The rule is already enabled.'],
    [`stream rule is already disabled: ${guid}`, 'The rule is already disabled.'],
    ['guid should be guid type.', 'This is not a valid GUID'],
    [`stream rule snapshot not found: ${guid} v-1`, `The rule ${guid} has no version -1.`],
    ['version should be integer type', 'A version is a whole number'],
    ['duplicated name: two\nlines', 'The name “two⏎lines” is already in use.'],
    ['version should be not null', 'A version is a whole number'],
    ['duplicated name: Port scan', 'The name “Port scan” is already in use.'],
    [`upload stream not found: ${guid}`, 'only from the address that started it'],
    ['table not found: web', 'There is no table “web”.'],
    ['(10605) table-not-found', 'reads a table that does not exist'],
    ['(10606) no-read-permission', 'your account cannot read'],
  ] as const) {
    it(`becomes a clear sentence: ${message}`, () => {
      assert.ok(knownRejection(message)?.includes(sentence), knownRejection(message));
    });
  }

  it('does not show the token of an upload', () => {
    assert.ok(knownRejection(`upload stream not found: ${guid}`)?.includes(guid) === false);
  });

  it('stays unknown otherwise', () => {
    for (const message of [
      'the moon is in the wrong phase',
      'a duplicated name: b',
      'the batch rule not found: b',
      'batch rule snapshot not found: b v7x',
      'guid should be guid type. Or not',
      'a (10605) table-not-found',
      'table not found: ',
    ])
      assert.equal(knownRejection(message), undefined, message);
  });
});
