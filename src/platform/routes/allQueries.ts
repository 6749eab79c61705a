import type { FastifyInstance } from 'fastify';
import { operation } from '../audit/requestAudit';
import { cannotAccessQuery } from '../errors';
import { int32Paging } from '../http/paging';
import { queryParameters } from '../http/parameters';
import type { Services } from '../services';
import { pathQueryId } from './queryId';

/** The queries of all accounts, so that a MASTER can find one that blocks others. */
export function registerAllQueriesRoutes(app: FastifyInstance, { queries }: Services): void {
  app.get('/queries', operation('MASTER', 'query', 'list', true), (request) => {
    const { offset, limit } = int32Paging(queryParameters(request));
    const all = queries.all();
    return {
      total_count: all.length,
      queries: all.slice(offset, offset + limit).map((run) => run.description()),
    };
  });

  app.delete('/queries/:id', operation('MASTER', 'query', 'cancel', true), (request) => {
    const id = pathQueryId(request);
    const run = queries.findAny(id);
    if (!run) throw cannotAccessQuery(id);
    request.auditMessage = { id, login_name: run.request.account.loginName };
    run.cancel('administrator');
    return {};
  });
}
