import type { FastifyInstance } from 'fastify';
import type { Services } from '../services';
import { registerAllQueriesRoutes } from './allQueries';
import { registerAuditLogRoutes } from './auditLogs';
import { registerQueryRoutes } from './queries';
import { registerRuleRoutes } from './rules';
import { registerScheduledQueryRoutes } from './scheduledQueries';
import { registerTableGroupRoutes } from './tableGroups';
import { registerTableRoutes } from './tables';
import { registerUploadStreamRoutes } from './uploadStreams';

/** A resource's routes, registered below `/api/<product>`. */
export type RoutePlugin = (app: FastifyInstance, parts: Services) => void;

const plugins: readonly RoutePlugin[] = [
  registerScheduledQueryRoutes,
  registerQueryRoutes,
  registerAllQueriesRoutes,
  registerTableRoutes,
  registerTableGroupRoutes,
  registerRuleRoutes,
  registerUploadStreamRoutes,
  registerAuditLogRoutes,
];

/** Each resource in a scope of its own, so that one may parse bodies differently from the others. */
export async function registerRoutes(app: FastifyInstance, parts: Services): Promise<void> {
  for (const plugin of plugins) {
    await app.register((scope, _options, done) => {
      plugin(scope, parts);
      done();
    });
  }
}
