import type { OptionalOperation } from '../../api/operation';
import { t } from '../../shared/localize';

/** What a service without this operation does not offer, and what is left of the feature. */
export function missingOperationText(operation: OptionalOperation): string {
  return texts[operation]();
}

const rules = (): string =>
  t('This service does not list its rules. A version can still be restored by GUID and number.');
const versions = (): string =>
  t(
    'This service does not let rules and their versions be read. A version can still be restored by its number.',
  );

const texts: Readonly<Record<OptionalOperation, () => string>> = {
  scheduledQuery: () =>
    t('This service cannot be asked for one scheduled query. All of them are read instead.'),
  batchRules: rules,
  streamRules: rules,
  batchRuleVersions: versions,
  streamRuleVersions: versions,
  batchRuleVersion: versions,
  streamRuleVersion: versions,
  table: () => t('This service does not tell who shares the table, nor its size on each node.'),
  uploads: () => t('This service does not offer uploads. Use its own tools to load the file.'),
  uploadList: () => t('This service does not list uploads. One can still be cancelled by its token.'),
};
