import type { Operation } from '../../api/operation';
import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';

/** The one request that creates a query: what is shown beforehand is what is sent. */
export function newOperation(fields: ScheduledQueryFields): Operation<string | undefined> {
  return createScheduledQuery(fieldsOf(fields));
}
