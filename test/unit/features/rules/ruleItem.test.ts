import assert from 'node:assert/strict';
import { parseRulePath, ruleDocumentPath } from '../../../../src/features/rules/ruleItem';

describe('The path of a rule’s document', () => {
  const target = { kind: 'stream', guid: '11111111-2222-4333-8444-555555555555', name: 'Scan v2.1' } as const;

  it('is read back as its version', () => {
    assert.deepEqual(parseRulePath(ruleDocumentPath(target, 3)), { target, version: 3 });
  });

  it('has no backslash, which separates folders on Windows', () => {
    assert.equal(ruleDocumentPath({ ...target, name: 'a\\b' }, 3).at(-1), 'a b v3.lrule');
  });

  it('is read of the current rule, and not when it is one side of a comparison, or not of a rule', () => {
    assert.equal(parseRulePath(ruleDocumentPath(target, 3, 'compared')), undefined);
    const current = { target, version: undefined };
    assert.deepEqual(parseRulePath(ruleDocumentPath(target, undefined)), current);
    assert.equal(parseRulePath(['stream-rules', target.guid, 'Restore failed.txt']), undefined);
  });
});
