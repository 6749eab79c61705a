import assert from 'node:assert/strict';
import { UnknownCallers } from '../../src/platform/audit/requestAudit';

const minute = 60_000;

describe('refused calls without an account', () => {
  it('are recorded once a minute for each address and operation, with a count of the others', () => {
    const callers = new UnknownCallers();
    const admit = (now: number): number | undefined => callers.admit('10.0.0.1', 'table.create', now);
    assert.equal(admit(0), 0);
    assert.equal(admit(1), undefined);
    assert.equal(admit(minute - 1), undefined);
    assert.equal(callers.admit('10.0.0.2', 'table.create', 2), 0);
    assert.equal(callers.admit('10.0.0.1', 'table.drop', 2), 0);
    assert.equal(admit(minute), 2);
    assert.equal(admit(minute + 1), undefined);
  });
});
