import assert from 'node:assert/strict';
import {
  isAboutAssistant,
  localeOf,
  localizedTexts,
  operationsSaying,
} from '../../../src/platform/audit/auditLabels';
import type { AuditEntry } from '../../../src/platform/audit/auditEntry';

describe('The texts of the audit log', () => {
  it('are Korean for ko and its regions, and English for all else', () => {
    const locales = ['ko', 'ko_KR', 'ko-KR', 'KO', 'kok', 'en_KO', 'en-ko', 'de', '', undefined].map(
      localeOf,
    );

    assert.deepEqual(locales, ['ko', 'ko', 'ko', 'ko', ...Array<string>(6).fill('en')]);
  });

  it('lead from a word of a category or of an action to the operations, in one language', () => {
    const byCategory = operationsSaying('stream rule', 'en');
    const byAction = operationsSaying('restore', 'en');

    assert.ok(byCategory.length > 1 && byCategory.every((name) => name.startsWith('stream-rule.')));
    assert.ok(byAction.includes('stream-rule.restore') && byAction.includes('batch-rule.restore'));
    assert.ok(byAction.every((name) => !byCategory.includes(name) || name === 'stream-rule.restore'));
    assert.deepEqual(operationsSaying('실시간 룰', 'ko'), byCategory);
    assert.deepEqual(operationsSaying('실시간 룰', 'en'), []);
  });

  it('know which words the message of an assistant adds', () => {
    assert.deepEqual(
      ['assistant', 'by an', 'message', '-'].map((word) => isAboutAssistant(word, 'en')),
      [true, true, false, false],
    );
    assert.ok(isAboutAssistant('어시스턴트', 'ko') && !isAboutAssistant('assistant', 'ko'));
  });

  it('show what is missing as a dash, and other values than texts as JSON', () => {
    const entry = (messageParameters: AuditEntry['messageParameters']): AuditEntry => ({
      ...({} as AuditEntry),
      module: 'scheduled-query',
      method: 'update',
      messageParameters,
    });
    const texts = [{}, { name: null }, { name: 'night' }, { name: ['a', 1] }].map(
      (parameters) => localizedTexts(entry(parameters), 'en')?.msg,
    );

    assert.deepEqual(
      texts,
      ['-', '-', 'night', '["a",1]'].map((name) => `Updated scheduled query ${name}.`),
    );
  });
});
