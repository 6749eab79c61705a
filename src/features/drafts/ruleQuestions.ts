import { isMissingOperation } from '../../api/errors';
import { t } from '../../shared/localize';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { connectionLabel } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import type { Conflict } from '../../ui/format/queryFields';
import { isRuleDraft } from './publishDraft';
import type { DraftToPublish } from './publishPlan';
import { ruleChangesText, ruleConflictText } from './publishRule';
import type { RuleConflict } from './publishQuestions';
import type { QueryTarget } from './queryTarget';
import { currentText, isRule, withContent } from './storedQuery';
import type { EditableRecord } from './storedQuery';

/** What changes in a rule; undefined for a scheduled query. */
export function changesOf(current: EditableRecord, draft: DraftToPublish): string | undefined {
  return isRule(current) && isRuleDraft(draft) ? ruleChangesText(current, draft) : undefined;
}

/** What the question about a conflict says. */
export function conflictOf(current: EditableRecord, draft: DraftToPublish): Conflict | RuleConflict {
  if (isRule(current) && isRuleDraft(draft)) {
    const rule = ruleConflictText(current, draft);
    return { rule, base: draft.base, theirs: current, yours: { query: currentText(draft) } };
  }
  // Otherwise neither is a rule.
  const base = draft.base as ScheduledQueryFields;
  const theirs = current as ScheduledQueryFields;
  return { base, theirs, yours: withContent(base, draft) };
}

/** A platform may lack the operation for one kind of rule. */
export async function offered<Result>(target: QueryTarget, response: Promise<Result>): Promise<Result> {
  return response.catch((error: unknown) => {
    if (target.address.rule === undefined || !isMissingOperation(error)) throw error;
    const name = connectionLabel(target.connection);
    throw new ExplainedError(
      target.address.rule === 'batch'
        ? t('{0} does not support this for batch rules. Your draft is kept.', name)
        : t('{0} does not support this for stream rules. Your draft is kept.', name),
    );
  });
}
