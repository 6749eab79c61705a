import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Redactor } from '../../../../src/core/privacy/redact';

describe('Redacted text', () => {
  it('never contains a known key', () => {
    const secret = fc
      .string({ minLength: 6, maxLength: 40 })
      .filter((text) => !'•'.includes(text) && text.trim().length >= 6);
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (key, before, after) => {
        const redactor = new Redactor();
        redactor.hide(key);
        assert.ok(!redactor.clean(`${before}${key}${after}`).includes(key));
      }),
    );
  });

  it('contains no bearer token, password in an address, or upload token', () => {
    const clean = (text: string): string => new Redactor().clean(text);

    assert.equal(clean('authorization: Bearer abc.def'), 'authorization: Bearer •••');
    assert.equal(clean('Bearer abc, then Bearer def'), 'Bearer •••, then Bearer •••');
    assert.equal(clean('http://kim:secret@proxy:8080'), 'http://•••@proxy:8080');
    assert.equal(
      clean('DELETE /api/core/upload-streams/1f0e?x=1'),
      'DELETE /api/core/upload-streams/•••?x=1',
    );
    assert.equal(clean('POST /upload-streams/1f0e/complete'), 'POST /upload-streams/•••/complete');
    assert.equal(clean('{"api_key":"abc"}'), '{"api_key":"•••"}');
    assert.equal(clean('/audit?token=abc&limit=5'), '/audit?token=•••&limit=5');
  });

  it('stays JSON, whatever is beside a secret', () => {
    const key = 'se"cr\\et';
    const redactor = new Redactor();
    redactor.hide(key);
    const value = {
      note: 'password=abc"},{"notice":"trust me',
      [`of ${key}`]: [`is ${key}`, 7n, null],
      params: { token: 'abc', api_key: 12, password: null, Token: [{ a: 'b' }, 'abc', [12]] },
    };

    assert.deepEqual(redactor.cleanJson(value), {
      note: 'password=•••"},{"notice":"trust me',
      'of •••': ['is •••', 7n, null],
      params: { token: '•••', api_key: '•••', password: null, Token: [{ a: 'b' }, '•••', ['•••']] },
    });
  });

  it('keeps ordinary words when a key is as short as one', () => {
    const redactor = new Redactor();
    for (const short of ['key', 'rejec', 'was']) redactor.hide(short);
    assert.equal(redactor.clean('The API key was rejected.'), 'The API key was rejected.');
    redactor.hide('secret');
    assert.equal(redactor.clean('secretary'), '•••ary');
  });

  it('removes secrets from errors, also when their message is read-only', () => {
    const redactor = new Redactor();
    redactor.hide('secret-key');
    const aborted = new DOMException('This operation was aborted', 'AbortError');
    const quoting = new DOMException('sent secret-key', 'AbortError');
    const failure = new Error('sent secret-key', { cause: quoting });
    redactor.cleanFailure(aborted);
    redactor.cleanFailure(failure);

    const twice = new Error('secret-key and other-key');
    redactor.cleanFailure(twice);
    redactor.hide('other-key');
    redactor.cleanFailure(twice);
    assert.equal(twice.message, '••• and •••');
    assert.deepEqual(
      [aborted.message, failure.message, quoting.message],
      ['This operation was aborted', 'sent •••', 'sent •••'],
    );
  });
});
