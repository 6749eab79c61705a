import assert from 'node:assert/strict';
import { nearest } from '../../../../src/core/base/nearest';

describe('The word that a mistyped one means', () => {
  it('is the nearest one, whatever their order', () => {
    assert.equal(nearest('web_access1', ['web_acces', 'web_access', 'web_errors']), 'web_access');
    assert.equal(nearest('web_acess', ['web_errors', 'web_access']), 'web_access');
  });

  it('may differ by one letter when it is short, and by a third of its letters when it is long', () => {
    assert.equal(nearest('bx', ['by']), 'by');
    assert.equal(nearest('xx', ['by']), undefined);
    assert.equal(nearest('yb', ['by']), 'by');
    assert.deepEqual([nearest('bx', ['yb']), nearest('xb', ['by'])], [undefined, undefined]);
    assert.equal(nearest('cuont', ['count', 'mount']), 'count');
    assert.equal(nearest('logins', ['lxxins']), 'lxxins');
    assert.equal(nearest('logins', ['lxxxns']), undefined);
    assert.deepEqual([nearest('logi', ['logins']), nearest('logins', ['logi'])], ['logins', undefined]);
  });
});
