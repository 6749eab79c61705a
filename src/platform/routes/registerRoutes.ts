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

export function registerRoutes(app: FastifyInstance, parts: Services): void {
  for (const plugin of plugins) plugin(app, parts);
}
