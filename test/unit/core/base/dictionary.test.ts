import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Masker } from '../../../../src/core/privacy/masker';

describe('The dictionary of masked values', () => {
  it('masks a value in every text that is shown after it was masked once', () => {
    const masker = new Masker();
    masker.row({ user: 'jkim', host: 'seoul-web' });
    assert.equal(masker.text('jkim left seoul-web.'), 'user1-masked left host2-masked.');
    assert.deepEqual(masker.row({ line: 'of jkim', u2: 'jkim', x: ['jkim'], y: { z: 'jkim' } }), {
      line: 'of user1-masked',
      u2: 'user1-masked',
      x: ['user1-masked'],
      y: { z: 'user1-masked' },
    });
  });

  it('masks a value in rows of the same page that come before the row that has its column', () => {
    const masker = new Masker();
    masker.learn([{ line: 'jkim left' }, { user: 'jkim', line: '' }]);
    assert.deepEqual(masker.row({ line: 'jkim left' }), { line: 'user1-masked left' });
  });

  it('masks a value in another case with a mask of its own, so that each is revealed as it is', () => {
    const masker = new Masker();
    masker.name('user', 'jkim');
    const masked = masker.text('JKIM and jkim');
    assert.equal(masked, 'user2-masked and user1-masked');
    assert.equal(masker.reveal(masked), 'JKIM and jkim');
  });

  it('masks whole words of four or more characters only, and no short numbers', () => {
    const masker = new Masker();
    for (const name of ['jkim', 'kim', '2026', '20261117']) masker.name('user', name);
    const kept = 'kim jkims ajkim jkim_1 my-jkim 2026';
    assert.equal(masker.text(`${kept} 20261117`), `${kept} user4-masked`);
  });

  it('masks the longest of several values that begin alike', () => {
    const masker = new Masker();
    for (const name of ['anna', 'anna lee', 'anna lee park']) masker.name('user', name);
    assert.equal(masker.text('anna lee park, anna lee, anna'), 'user3-masked, user2-masked, user1-masked');
  });

  it('does not mask names of accounts that every system has, which are ordinary words', () => {
    const masker = new Masker();
    assert.equal(masker.name('user', 'system'), 'user1-masked');
    assert.equal(masker.text('The system is ready.'), 'The system is ready.');
  });

  it('finds what a search word by word finds', () => {
    const word = fc.stringMatching(/^[a-c]{1,6}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.array(word, { maxLength: 30 }), (values, words) => {
        const masker = new Masker();
        for (const value of values) masker.name('user', value);
        const long = new Set(values.filter((value) => value.length >= 4));
        const expected = words.map((each) => (long.has(each) ? masker.name('user', each) : each));
        assert.equal(masker.text(words.join(', ')), expected.join(', '));
      }),
      { seed: 40, numRuns: 300 },
    );
  });

  it('reveals exactly the text that was masked', () => {
    const masker = new Masker();
    for (const value of ['Jin Kim', '김민수 과장', 'ws-017', 'a.b@c']) masker.name('user', value);
    const part = fc.constantFrom('Jin Kim', 'jin kim', '김민수 과장', 'WS-017', ' ', ':', 'x', '(a.b@c)');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        assert.equal(masker.reveal(masker.text(text)), text);
      }),
      { seed: 40, numRuns: 300 },
    );
  });
});
