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

/** The routes of a resource, registered below `/api/<product>`. */
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

/** Each resource has its own scope, so that it can parse bodies differently. */
export async function registerRoutes(app: FastifyInstance, parts: Services): Promise<void> {
  for (const plugin of plugins) {
    await app.register((scope, _options, done) => {
      plugin(scope, parts);
      done();
    });
  }
}
