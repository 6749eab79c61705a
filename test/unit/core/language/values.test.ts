import assert from 'node:assert/strict';
import { readJsonRows } from '../../../../src/core/language/readJsonRows';
import { readDatePrefix, readInteger, readTimeSpan } from '../../../../src/core/language/values';

describe('The value of an option', () => {
  it('is a time span of an amount and a unit', () => {
    for (const unit of ['s', 'm', 'h', 'd', 'w', 'mon', 'y']) {
      assert.deepEqual(readTimeSpan(`10${unit}`), { amount: 10, unit });
    }
    assert.deepEqual(readTimeSpan('1s'), { amount: 1, unit: 's' });
    for (const text of ['', 'd', '-1d', '1 d', '1d ', ' 1d', '1.5d', 'x1d', '1d1']) {
      assert.equal(readTimeSpan(text), 'invalid-time-span', text);
    }
    for (const text of ['1', '1D', '1months', '1분'])
      assert.equal(readTimeSpan(text), 'invalid-time-unit', text);
    for (const text of ['0s', '9007199254740992s'])
      assert.equal(readTimeSpan(text), 'time-span-out-of-range', text);
  });

  it('is a date of four to fourteen digits, completed with the earliest time', () => {
    const time = (text: string): unknown => readDatePrefix(text)?.toISOString();
    assert.equal(time('2024'), '2024-01-01T00:00:00.000Z');
    assert.equal(time('202402'), '2024-02-01T00:00:00.000Z');
    assert.equal(time('20240229'), '2024-02-29T00:00:00.000Z');
    assert.equal(time('2024123123'), '2024-12-31T23:00:00.000Z');
    assert.equal(time('202412312359'), '2024-12-31T23:59:00.000Z');
    assert.equal(time('20241231235959'), '2024-12-31T23:59:59.000Z');
    assert.equal(time('0099'), '0099-01-01T00:00:00.000Z');
  });

  it('is no date when the calendar or the clock does not have it', () => {
    const wrong = [
      ...['', '202', '20241', '2024010', '202401010', '20240101000', '2024010100000', '202401010000000'],
      ...[
        '202400',
        '202413',
        '20240100',
        '20240132',
        '20230229',
        '2024010124',
        '202401010060',
        '20240101000060',
      ],
      ...['2024-1', ' 2024', '2024 ', 'x2024', '20x4'],
    ];
    for (const text of wrong) assert.equal(readDatePrefix(text), undefined, text);
  });

  it('is a safe integer', () => {
    assert.deepEqual(['0', '-5', '007', '9007199254740991'].map(readInteger), [0, -5, 7, 9007199254740991]);
    for (const text of ['', '-', '1.0', '1e3', '0x1', ' 1', '1 ', '--1', '9007199254740992']) {
      assert.equal(readInteger(text), undefined, text);
    }
  });
});

describe('The rows of a json text', () => {
  it('may have quotes of both kinds in single quotes, escaped or not', () => {
    assert.deepEqual(readJsonRows(`{'a':'x\\"y','b':'x"y','c':'it\\'s'}`), [
      { a: 'x"y', b: 'x"y', c: "it's" },
    ]);
  });
});
