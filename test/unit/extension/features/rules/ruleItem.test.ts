import assert from 'node:assert/strict';
import { documentPath } from '../../../../../src/extension/ui/documents/documentContents';
import { ruleKindOfPath } from '../../../../../src/extension/ui/queryAddress';
import { parseRulePath, ruleDocumentPath } from '../../../../../src/extension/features/rules/ruleItem';

describe('The path of a rule’s document', () => {
  const target = { kind: 'stream', guid: '11111111-2222-4333-8444-555555555555', name: 'Scan v2.1' } as const;

  it('is read back as its version', () => {
    assert.deepEqual(parseRulePath(ruleDocumentPath(target, 3)), { target, version: 3 });
  });

  it('has no backslash, which separates folders on Windows', () => {
    assert.equal(ruleDocumentPath({ ...target, name: 'a\\b' }, 3).at(-1), 'a b v3.lqrule');
  });

  it('says that it is of a stream rule, in which no query can be run', () => {
    const { kind } = target;
    assert.equal(ruleKindOfPath(documentPath(['Lab', ...ruleDocumentPath(target, 3)])), kind);
    assert.equal(
      ruleKindOfPath(documentPath(['Lab', ...ruleDocumentPath({ ...target, kind: 'batch' }, 3)])),
      'batch',
    );
  });

  it('is read of the current rule, and not when it is one side of a comparison, or not of a rule', () => {
    assert.equal(parseRulePath(ruleDocumentPath(target, 3, 'compared')), undefined);
    const current = { target, version: undefined };
    assert.deepEqual(parseRulePath(ruleDocumentPath(target, undefined)), current);
    assert.equal(parseRulePath(['rules', target.guid, 'Restore failed.txt']), undefined);
  });
});
