import assert from 'node:assert/strict';
import { validLanguageTag } from '../../../src/shared/localize';

describe('A language tag as a machine reports it', () => {
  for (const [reported, valid] of [
    ['ko', 'ko'],
    ['en-US@posix', 'en-US'],
    ['ko_KR.UTF-8', 'ko-KR'],
    ['C.UTF-8', 'en'],
    ['', 'en'],
    ['☃', 'en'],
  ] as const) {
    it(`is ${valid} where it reads "${reported}"`, () => {
      assert.equal(validLanguageTag(reported), valid);
      new Intl.NumberFormat(valid).format(1);
    });
  }
});
