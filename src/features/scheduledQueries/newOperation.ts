import type { Operation } from '../../api/operation';
import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';

/** The request that creates a query: previews show the same request. */
export function newOperation(fields: ScheduledQueryFields): Operation<string | undefined> {
  return createScheduledQuery(fieldsOf(fields));
}
