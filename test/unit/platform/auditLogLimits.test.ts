import assert from 'node:assert/strict';
import { newEntry } from '../../../src/platform/audit/auditEntry';
import type { AuditEntry } from '../../../src/platform/audit/auditEntry';
import { RejectedCalls } from '../../../src/platform/audit/requestAudit';
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

  const calling = (caller: Partial<AuditEntry>, method = 'a', text = ''): AuditEntry => ({
    ...newEntry(undefined, '1.1.1.1', 'm', method),
    error: 'rejected',
    parameters: { text },
    ...caller,
  });

  it('records each unknown caller once a minute, with the number of skipped calls', () => {
    const calls = new RejectedCalls();
    assert.equal(calls.admit(calling({}), 0), 0);
    assert.equal(calls.admit(calling({}), 59_999), undefined);
    assert.equal(calls.admit(calling({}, 'b'), 59_999), 0);
    assert.equal(calls.admit(calling({ remoteAddress: '1.1.1.2' }), 59_999), 0);
    assert.equal(calls.admit(calling({}), 60_000), 1);
    assert.equal(calls.admit(calling({}), 120_000), 0);
  });

  it('records the rejected calls of an account up to a length, then once a minute', () => {
    const calls = new RejectedCalls();
    const one = { userGuid: 'one' };
    for (let count = 0; count < 200; count++) assert.equal(calls.admit(calling(one), 100_000), 0);
    const long = 'x'.repeat(100_000);
    assert.equal(calls.admit(calling(one, 'a', long), 100_000), 0);
    for (let count = 0; count < 5; count++) calls.admit(calling(one, 'a', long), 110_000);
    assert.equal(calls.admit(calling(one, 'a', long), 119_999), undefined);
    assert.equal(calls.admit(calling(one, 'b', long), 119_999), 0, 'the first of an operation');
    assert.equal(calls.admit(calling({ userGuid: 'other' }, 'a', long), 119_999), 0);
    const last = calls.admit(calling(one, 'a', long), 160_000);
    assert.ok(last !== undefined && last >= 4, `${last}`);
  });
});
