import { isMissingOperation, RejectedError } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import type { ItemResult } from '../../ui/writes/bulkResults';
import type { RuleTarget } from '../../ui/access';

/** The result of a rule that could not be enabled or disabled. Throws errors that other writes have as well. */
export function failedEnabling(target: RuleTarget, error: unknown): ItemResult<RuleTarget> {
  const isAlready = error instanceof RejectedError && / is already (enabled|disabled): /.test(error.message);
  if (isAlready) return { item: target, outcome: 'unchanged' };
  if (!isMissingOperation(error)) throw error;
  return { item: target, outcome: 'rejected', reason: t('This platform does not support this action.') };
}
