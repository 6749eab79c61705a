import { maskConnection } from '../../shared/privacy/masker';
import type { Masker } from '../../shared/privacy/masker';
import type { ImportedRule, RuleProgress, ToSigmaImportPage } from '../../shared/protocol/sigmaImport';

/** Masks a message to the import page. */
export function maskImport(message: ToSigmaImportPage, masker: Masker): ToSigmaImportPage {
  switch (message.kind) {
    case 'state':
      return {
        ...message,
        connection: maskConnection(message.connection, masker),
        folder: masker.text(message.folder),
        mapping: message.mapping && masker.text(message.mapping),
        failure: message.failure && masker.text(message.failure),
      };
    case 'rules':
      return {
        ...message,
        rules: message.rules.map((rule) => maskRule(rule, masker)),
        progress: message.progress.map((each) => maskProgress(each, masker)),
      };
    case 'progress':
      return { ...message, changes: message.changes.map((each) => maskProgress(each, masker)) };
  }
}

function maskRule(rule: ImportedRule, masker: Masker): ImportedRule {
  return {
    ...rule,
    file: masker.text(rule.file),
    title: masker.text(rule.title),
    description: masker.text(rule.description),
    reason: rule.reason && masker.text(rule.reason),
  };
}

function maskProgress(progress: RuleProgress, masker: Masker): RuleProgress {
  const { trial, result } = progress;
  return {
    ...progress,
    trial: trial?.state === 'failed' ? { ...trial, message: masker.text(trial.message) } : trial,
    result: result && { ...result, message: masker.text(result.message) },
  };
}
