import assert from 'node:assert/strict';
import {
  languageTag,
  setTranslator,
  t,
  translatorFrom,
  validLanguageTag,
} from '../../../../src/core/base/localize';

describe('A language tag as a machine reports it', () => {
  for (const [reported, valid] of [
    ['ko', 'ko'],
    ['en-US@posix', 'en-US'],
    ['ko_KR.UTF-8', 'ko-KR'],
    ['C.UTF-8', 'en'],
    ['', 'en'],
    ['☃', 'en'],
    ['@ko', 'en'],
  ] as const) {
    it(`is ${valid} for "${reported}"`, () => {
      assert.equal(validLanguageTag(reported), valid);
      new Intl.NumberFormat(valid).format(1);
    });
  }
});

describe('A sentence for users', () => {
  afterEach(() => {
    setTranslator(translatorFrom({}));
  });

  it('keeps a quoted name and all values of a question on one line', () => {
    const name = 'a” on Test?\r\n\nNothing is deleted.\rb';
    assert.equal(
      t('“{0}” has problems: {1}', name, 'x\ny'),
      '“a” on Test?⏎⏎Nothing is deleted.⏎b” has problems: x\ny',
    );
    assert.equal(t('Upload {0} to {1}?', 'a\nb', 'c'), 'Upload a⏎b to c?');
    setTranslator(translatorFrom({ 'Delete “{0}”?': '“{0}”을(를) 삭제할까요?' }), 'ko');
    assert.equal(t('Delete “{0}”?', name), '“a” on Test?⏎⏎Nothing is deleted.⏎b”을(를) 삭제할까요?');
  });

  it('is in the language that was set, with its values, and in English when it is not translated', () => {
    setTranslator(translatorFrom({ '{0} of {1} rows': '{1}개 중 {0}개 행' }), 'ko_KR');
    assert.equal(languageTag(), 'ko-KR');
    assert.equal(t('{0} of {1} rows', 0, 5), '5개 중 0개 행');
    assert.equal(t('{0} is missing {1}', ''), ' is missing {1}');
    assert.equal(t('{0} of {1} rows'), '{1}개 중 {0}개 행');
    assert.equal(t('{10}{1}', ...Array(11).keys()), '101');
    setTranslator(translatorFrom({}));
    assert.deepEqual([languageTag(), t('{0} of {1} rows', 1, 2)], ['en', '1 of 2 rows']);
  });
});
