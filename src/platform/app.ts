import { fastify } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEntry } from './audit/auditEntry';
import { registerRequestAudit } from './audit/requestAudit';
import { errorBody, HttpError } from './errors';
import { registerAuthentication, registerClientAddress } from './http/caller';
import { maxBody, registerBodyParsers } from './http/bodies';
import { rejectUnreadable, registerMissingOperations } from './http/missingOperations';
import { registerHoldings } from './http/holdings';
import { skipBody, registerUnreadBodies } from './http/unreadBodies';
import type { Services } from './services';
import { registerAuditLogRoutes } from './routes/auditLogs';
import { registerHealthRoute, registerMetricsRoute } from './routes/health';
import { registerQueryRoutes } from './routes/queries';
import { registerRuleRoutes } from './routes/rules';
import { registerScheduledQueryRoutes } from './routes/scheduledQueries';
import { registerTableRoutes } from './routes/tables';
import { registerUploadStreamRoutes } from './routes/uploadStreams';

const maxPathParameterLength = 4096;
/** Milliseconds that a connection may stay open after everything else has ended. */
const closeTimeout = 2000;

/** The HTTP server, not yet listening. Closing it leaves the services open: their owner closes them. */
export function buildApp(services: Services): FastifyInstance {
  const app = fastify({
    bodyLimit: maxBody,
    trustProxy: services.trustedProxies ?? false,
    routerOptions: { maxParamLength: maxPathParameterLength },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    clientErrorHandler: rejectUnreadable,
    frameworkErrors: (error, request, reply) => {
      skipBody(request, reply);
      void sendError(services, error, request, reply);
    },
  });
  registerBodyParsers(app);
  registerUnreadBodies(app);
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(services, error, request, reply));
  app.addHook('preClose', () => endRequests(app, services));
  registerMissingOperations(app, services);
  registerHealthRoute(app, services);
  app.addHook('onResponse', (request, reply, done) => {
    services.metrics.requestEnded(request.method, reply.statusCode, reply.elapsedTime);
    done();
  });
  void app.register((scope, _options, done) => {
    registerCaller(scope, services);
    registerMetricsRoute(scope, services);
    done();
  });
  void app.register(
    (scope, _options, done) => {
      registerCaller(scope, services);
      registerHoldings(scope, services.holdings);
      registerScheduledQueryRoutes(scope, services);
      registerQueryRoutes(scope, services);
      registerTableRoutes(scope, services);
      registerRuleRoutes(scope, services);
      registerUploadStreamRoutes(scope, services);
      registerAuditLogRoutes(scope, services);
      done();
    },
    { prefix: `/api/${services.product}` },
  );
  return app;
}

/** Knows who calls, and records what must be in the audit log. */
function registerCaller(scope: FastifyInstance, services: Services): void {
  registerClientAddress(scope);
  registerRequestAudit(scope, (entry) => recordEntry(services, entry));
  registerAuthentication(scope, (apiKey) => services.accounts.findByKey(apiKey));
}

/** Routes validate their parameters themselves. By default, Fastify loads two schema compilers at startup. */
function noSchemas(): never {
  throw new Error('no route has a schema');
}

/** A change that cannot be logged is reported as a failure. */
async function recordEntry(services: Services, entry: AuditEntry): Promise<HttpError | undefined> {
  try {
    await services.auditLog.append(entry);
    return undefined;
  } catch (error) {
    services.log(`audit of ${entry.module}.${entry.method}`, error);
    return serviceFailure(error);
  }
}

/** A foreground query or an upload would otherwise keep its request, and the server, open. */
async function endRequests(app: FastifyInstance, services: Services): Promise<void> {
  await services.scheduler[Symbol.asyncDispose]();
  await services.queries[Symbol.asyncDispose]();
  await services.uploads[Symbol.asyncDispose]();
  // Clients get some time to read responses; a client that stopped in the middle of a request gets no more.
  setTimeout(() => app.server.closeAllConnections(), closeTimeout).unref();
}

/** Responses reveal no internals: unexpected errors are logged and returned as a generic message. */
function sendError(
  services: Services,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const rejection = rejectionOf(error);
  if (rejection.code === internalError) {
    services.metrics.errorLogged();
    services.log(`${request.method} ${request.routeOptions.url ?? ''}`, error);
  }
  request.rejection = rejection.reason;
  return reply.code(rejection.status).send(errorBody(rejection));
}

const internalError = 'internal-error';

function rejectionOf(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  // Errors of Fastify itself: too large, invalid URL, invalid encoding.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new HttpError(400, 'invalid-argument', error.message);
  }
  return serviceFailure(error);
}

function serviceFailure(error: unknown): HttpError {
  // A full disk is the only case that the operator can act on.
  const isFull = error instanceof Error && /no space left on device|file too large/i.test(error.message);
  return new HttpError(
    500,
    internalError,
    isFull ? 'no space left on the disk of the service' : 'the service could not handle this request',
  );
}
