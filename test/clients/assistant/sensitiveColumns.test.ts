import assert from 'node:assert/strict';
import { maskedColumns } from '../../../src/core/privacy/maskedColumns';
import { parseQuery } from '../../../src/core/language/parseQuery';

describe('Sensitive columns', () => {
  const kinds = (text: string): Readonly<Record<string, string>> =>
    Object.fromEntries(maskedColumns(parseQuery(text).query, []).columns);

  it('are those computed from sensitive values, but not counts of them', () => {
    assert.deepEqual(kinds('table t | eval a = if(user, 1, 2), b = len(user), c = upper(user)'), {
      c: 'user',
    });
    assert.deepEqual(kinds('table t | prev user | lookup l k output user as owner'), {
      prev_user: 'user',
      owner: 'user',
    });
    assert.deepEqual(kinds('table t | tojson | tojson output=j user'), { _json: 'value', j: 'user' });
  });

  it('are recognized through parameters of set and setq', () => {
    assert.deepEqual(kinds('set p = whoami() | table t | eval a = $("p"), b = $("user")'), {
      a: 'user',
      b: 'user',
    });
  });

  it('are all columns after a parsed text, and those of a pivot by their names', () => {
    const flow = (text: string): ReturnType<typeof maskedColumns> =>
      maskedColumns(parseQuery(text).query, ['line']);

    assert.notEqual(flow('table t | parsejson').anywhere, undefined);
    assert.equal(flow('table t | anomalies user').anywhere, 'user');
    const pivot = flow('table t | pivot count rows host cols user');
    assert.deepEqual([pivot.names, pivot.namedColumns.has('host')], ['user', true]);
  });
});
