import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { bodyParameters, pathParameters, queryParameters } from '../http/parameters';
import { clientAddress } from '../http/clientAddress';
import { type AuditEntry } from './auditEntry';
import { UnknownCallers } from './unknownCallers';

/** Where a route's calls appear in the audit log. */
export interface RouteAudit {
  /** Kebab-case resource, for example `scheduled-query`. */
  readonly module: string;
  /** The operation, for example `remove`; `<module>.<method>` finds its texts in `auditActions`. */
  readonly method: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    audit?: RouteAudit;
  }
  interface FastifyRequest {
    /** What the message of this call's audit entry tells, for example the name of what was changed. */
    auditMessage: Readonly<Record<string, unknown>> | undefined;
    /** The error this call was answered with. */
    refusal: string | undefined;
  }
}

/**
 * Records every call that changes something, and every refused one, before its answer leaves: what a
 * client has seen acknowledged is in the log. Of refused calls without an account, see {@link UnknownCallers}.
 */
export function registerRequestAudit(
  app: FastifyInstance,
  record: (entry: AuditEntry) => Promise<void>,
): void {
  app.decorateRequest('auditMessage', undefined);
  app.decorateRequest('refusal', undefined);
  const unknownCallers = new UnknownCallers();
  app.addHook('onSend', async (request, reply) => {
    const audit = request.routeOptions.config.audit;
    if (!audit) return;
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    const refused = request.refusal !== undefined && isRefusal(reply.statusCode, request.refusal);
    if (!changes && !refused) return;
    const entry = entryOf(request, audit);
    const isStranger = request.account === undefined && entry.error !== undefined;
    const leftOut = isStranger
      ? unknownCallers.admit(entry.remoteAddress, `${audit.module}.${audit.method}`)
      : 0;
    if (leftOut === undefined) return;
    await record(
      leftOut > 0
        ? { ...entry, messageParameters: { ...entry.messageParameters, left_out: leftOut } }
        : entry,
    );
  });
}

/** Reading with a bad parameter is a mistake and not worth a line; reading what one may not is. */
function isRefusal(status: number, message: string): boolean {
  return status === 401 || status === 403 || message === 'no-permission';
}

function entryOf(request: FastifyRequest, audit: RouteAudit): AuditEntry {
  const { account } = request;
  return {
    createdAt: new Date(),
    companyGuid: account?.companyGuid ?? '',
    userGuid: account?.guid,
    userName: account?.loginName ?? '',
    remoteAddress: clientAddress(request),
    module: audit.module,
    method: audit.method,
    parameters: auditedParameters(request),
    messageParameters: request.auditMessage,
    error: request.refusal,
  };
}

const secretNames = /^(.*token|(api[-_]?)?key|.*secret|.*password|authorization)$/i;
const longestAuditedText = 4096;
/** A NUL or half a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/gu;

/** Keys and tokens never reach the log, and no parameter can flood it. */
function auditedParameters(request: FastifyRequest): Record<string, unknown> | undefined {
  const entries = [
    ...pathParameters(request),
    ...readableQuery(request),
    ...bodyParameters(request).entries(),
  ]
    .filter(([name]) => !secretNames.test(name))
    .map(([name, value]) => [shorten(name), auditedValue(value)] as const);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function readableQuery(request: FastifyRequest): Iterable<[string, unknown]> {
  try {
    return queryParameters(request).entries();
  } catch {
    return [];
  }
}

function auditedValue(value: unknown): unknown {
  if (typeof value === 'string') return shorten(value);
  const text = JSON.stringify(value);
  return text.length > longestAuditedText ? shorten(text) : value;
}

function shorten(text: string): string {
  const kept = text.length > longestAuditedText ? `${text.slice(0, longestAuditedText)}…` : text;
  return kept.replace(unstorable, '\uFFFD');
}
