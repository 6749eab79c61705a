import { fastify } from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEntry } from './audit/auditEntry';
import { registerRequestAudit } from './audit/requestAudit';
import { errorBody, ServiceError } from './errors';
import { registerAuthentication } from './http/authentication';
import { registerBodyParsers } from './http/bodies';
import { registerClientAddress } from './http/clientAddress';
import { registerMissingOperations } from './http/missingOperations';
import { answerUnreadable } from './http/unreadableRequests';
import type { Services } from './services';
import { registerRoutes } from './routes/registerRoutes';

const largestBody = 32 * 1024 * 1024;
const longestPathParameter = 4096;
/** Milliseconds that a connection may stay after everything else has ended. */
const closeTimeout = 2000;

/** The service over its parts, not yet listening. Closing it leaves the parts open: their owner closes them. */
export function buildApp(parts: Services): FastifyInstance {
  const app = fastify({
    bodyLimit: largestBody,
    trustProxy: parts.trustedProxies ?? false,
    routerOptions: { maxParamLength: longestPathParameter },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      void answerError(parts, error, request, reply);
    },
  });
  registerBodyParsers(app);
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(parts, error, request, reply));
  app.addHook('preClose', () => endRequests(app, parts));
  registerMissingOperations(app, parts);
  void app.register(
    async (scope) => {
      registerClientAddress(scope);
      registerRequestAudit(scope, (entry) => recordEntry(parts, entry));
      registerAuthentication(scope, (apiKey) => parts.accounts.findByKey(apiKey));
      await registerRoutes(scope, parts);
    },
    { prefix: `/api/${parts.product}` },
  );
  return app;
}

/** Routes read their parameters themselves. Unless told so, the framework loads two compilers of schemas at its start. */
function noSchemas(): never {
  throw new Error('no route has a schema');
}

/** Nobody is told that something was done which the log does not know. */
async function recordEntry(parts: Services, entry: AuditEntry): Promise<ServiceError | undefined> {
  try {
    await parts.auditLog.append(entry);
    return undefined;
  } catch (error) {
    parts.log(`audit of ${entry.module}.${entry.method}`, error);
    return serviceFailure(error);
  }
}

/** A foreground query or an upload would keep its request, and so the server, open until it has ended. */
async function endRequests(app: FastifyInstance, parts: Services): Promise<void> {
  await parts.scheduler[Symbol.asyncDispose]();
  await parts.queries[Symbol.asyncDispose]();
  await parts.uploads[Symbol.asyncDispose]();
  // Answers get the time to be read; a client that stopped in the middle of a request gets no more than that.
  setTimeout(() => {
    app.server.closeAllConnections();
  }, closeTimeout).unref();
}

/** Nothing of the inside shows in an answer: what the interface does not know is logged and told in general words. */
function answerError(
  parts: Services,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.code === internalError) parts.log(`${request.method} ${request.routeOptions.url ?? ''}`, error);
  request.refusal = refusal.message;
  return reply.code(refusal.status).send(errorBody(refusal));
}

const internalError = 'internal-error';

function refusalOf(error: Error): ServiceError {
  if (error instanceof ServiceError) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  // The framework's own complaints about a request: too large, bad address, broken encoding.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new ServiceError(400, 'invalid-argument', error.message);
  }
  return serviceFailure(error);
}

function serviceFailure(error: unknown): ServiceError {
  // The operator can act on a full disk, and on nothing else here.
  const isFull = error instanceof Error && /no space left on device|file too large/i.test(error.message);
  return new ServiceError(
    500,
    internalError,
    isFull ? 'no space left on the disk of the service' : 'the service could not handle this request',
  );
}
