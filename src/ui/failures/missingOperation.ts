import type { OptionalOperation } from '../../api/operation';
import { t } from '../../shared/localize';

/** What a platform without this operation does not support, and what still works. */
export function missingOperationText(operation: OptionalOperation): string {
  return texts[operation]();
}

const rules = (): string =>
  t('This platform does not list its rules. You can still restore a version by GUID and number.');
const versions = (): string =>
  t('This platform does not provide the content of versions. You can still restore a version by its number.');

const texts: Readonly<Record<OptionalOperation, () => string>> = {
  scheduledQuery: () =>
    t('This platform does not provide single scheduled queries. All of them are read instead.'),
  batchRules: rules,
  streamRules: rules,
  batchRuleVersions: versions,
  streamRuleVersions: versions,
  batchRuleVersion: versions,
  streamRuleVersion: versions,
  table: () => t('This platform does not report who shares the table or its size on each node.'),
  uploads: () => t('This platform does not support uploads. Use its own tools to load the file.'),
  uploadList: () => t('This platform does not list uploads. You can still cancel one by its token.'),
};
