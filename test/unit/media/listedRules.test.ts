import assert from 'node:assert/strict';
import { choicesOf, shownRules } from '../../../media/sigmaImport/listedRules';
import type { ListedRule } from '../../../media/sigmaImport/listedRules';
import { importedRule, sigmaImportState } from '../../pages/support/sigmaImport';

const rule = (number: number, change: Partial<ListedRule> = {}): ListedRule => ({
  ...importedRule(number),
  ...{ number, trial: null, result: null },
  ...change,
});

describe('The rules of a folder', () => {
  const rules = [
    rule(0, { techniques: ['T1059'], level: 'odd', product: 'windows', state: 'ready' }),
    rule(1, { techniques: ['T1059.001'], level: 'low', product: '', state: 'mapping' }),
    rule(2, { techniques: ['T10590', 'T1105'], level: '', product: 'linux', state: 'rejected' }),
    rule(3, { techniques: [], level: 'critical', product: 'linux', state: 'ready', id: null }),
  ];
  const shown = (change: Partial<ReturnType<typeof sigmaImportState>['view']>): readonly number[] =>
    shownRules(rules, { ...sigmaImportState().view, ...change }).map(({ number }) => number);

  it('are those of a technique and of its sub-techniques', () => {
    assert.deepEqual(shown({ techniques: ['T1059'] }), [0, 1]);
    assert.deepEqual(shown({ techniques: ['T1059.001', 'T1105'] }), [1, 2]);
    assert.deepEqual(shown({ techniques: [] }), [0, 1, 2, 3]);
  });

  it('match every filter', () => {
    assert.deepEqual(shown({ states: ['ready'] }), [0, 3]);
    assert.deepEqual(shown({ products: ['linux'] }), [2, 3]);
    assert.deepEqual(shown({ states: ['ready'], products: ['linux'] }), [3]);
    assert.deepEqual(shown({ levels: ['low', 'critical'] }), [1, 3]);
  });

  it('are found by all the words of a title, a file or an ID, in any case', () => {
    assert.deepEqual(shown({ text: ' RULE_2  shell ' }), []);
    assert.deepEqual(shown({ text: 'RULE_2 archive' }), [2]);
    assert.deepEqual(shown({ text: '000000000001' }), [1]);
    assert.deepEqual(shown({ text: 'null' }), []);
  });

  it('offer each of their values once: levels by severity, unknown ones last, and techniques of sub-techniques', () => {
    assert.deepEqual(choicesOf([...rules].reverse()), {
      levels: ['critical', 'low', 'odd'],
      products: ['linux', 'windows'],
      techniques: ['T1059', 'T1059.001', 'T10590', 'T1105'],
    });
  });
});
