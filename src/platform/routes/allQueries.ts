import type { FastifyInstance } from 'fastify';
import { cannotAccessQuery } from '../errors';
import { int32Paging } from '../http/paging';
import { queryParameters } from '../http/parameters';
import type { Services } from '../services';
import { pathQueryId } from './queryId';

/** The queries of all accounts, so that a MASTER can find one that blocks others. */
export function registerAllQueriesRoutes(app: FastifyInstance, { queries }: Services): void {
  const configOf = (method: string) =>
    ({ access: 'MASTER', audit: { module: 'query', method }, ours: true }) as const;

  app.get('/queries', { config: configOf('list') }, (request) => {
    const { offset, limit } = int32Paging(queryParameters(request));
    const all = queries.all();
    return {
      total_count: all.length,
      queries: all.slice(offset, offset + limit).map((run) => run.description()),
    };
  });

  app.delete('/queries/:id', { config: configOf('cancel') }, (request) => {
    const id = pathQueryId(request);
    const run = queries.findAny(id);
    if (!run) throw cannotAccessQuery(id);
    request.auditMessage = { id, login_name: run.request.account.loginName };
    run.cancel('administrator');
    return {};
  });
}
