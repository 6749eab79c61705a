import assert from 'node:assert/strict';
import { nameIn, titleOf } from '../../../src/features/queryResults/resultsTitle';
import { setTranslator, translatorFrom } from '../../../src/shared/localize';

const seoul = { name: 'Seoul' };

describe('The title of results', () => {
  it('gives the name of the query back, which an export is called after', () => {
    assert.equal(nameIn(titleOf('Results · v1.2', seoul), seoul), 'Results · v1.2');
  });

  it('does so in other languages too', () => {
    setTranslator(translatorFrom({ 'Results: {0} · {1}': '{1} 결과 ({0})' }), 'ko');
    try {
      assert.equal(nameIn(titleOf('상위 통신', seoul), seoul), '상위 통신');
    } finally {
      setTranslator(translatorFrom({}));
    }
  });

  it('is left whole where it is not one of these', () => {
    assert.equal(nameIn('Something else', seoul), 'Something else');
  });
});
