import assert from 'node:assert/strict';
import { UnknownCallers } from '../../../src/platform/audit/requestAudit';
import { auditedText, auditedValues } from '../../../src/platform/audit/auditedValues';

describe('The audit log', () => {
  it('cuts long texts between characters, and counts what is left out', () => {
    assert.equal(auditedText('x'.repeat(4096)).length, 4096);
    assert.equal(auditedText('x'.repeat(4097)), `${'x'.repeat(4096)}…`);
    assert.equal(auditedText('a\0b\ud83d'), 'a\uFFFDb\uFFFD');
    const many = Array.from({ length: 20 }, (_, index) => [`n${index}`, 'y'.repeat(4000)] as const);
    const kept = auditedValues(many);
    assert.deepEqual([Object.keys(kept).length, kept['…']], [9, '12 more']);
    const listed = auditedValues([['list', Array.from({ length: 3000 }, () => 1)]]);
    assert.equal(String(listed['list']).length, 4097);
    const longest = ['x'.repeat(4092)];
    assert.deepEqual(
      auditedValues([
        ['a', longest],
        ['b', { c: 'x\0' }],
        ['d', 'x\0'],
      ]),
      {
        a: longest,
        b: { c: 'x\0' },
        d: 'x\uFFFD',
      },
    );
    assert.deepEqual(Object.keys(auditedValues([['n'.repeat(5000), 1]])), [`${'n'.repeat(4096)}…`]);
  });

  it('records each unknown caller once a minute, with the number of skipped calls', () => {
    const callers = new UnknownCallers();
    assert.equal(callers.admit('1.1.1.1', 'a', 0), 0);
    assert.equal(callers.admit('1.1.1.1', 'a', 59_999), undefined);
    assert.equal(callers.admit('1.1.1.1', 'b', 59_999), 0);
    assert.equal(callers.admit('1.1.1.2', 'a', 59_999), 0);
    assert.equal(callers.admit('1.1.1.1', 'a', 60_000), 1);
    assert.equal(callers.admit('1.1.1.1', 'a', 120_000), 0);
  });
});
