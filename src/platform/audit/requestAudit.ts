import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyParameters, pathParameters, queryParameters } from '../http/parameters';
import { isAssistant } from '../http/callingProgram';
import { clientAddress } from '../http/clientAddress';
import type { AuditLog } from '../store/auditLog';
import type { InTransaction } from '../store/store';
import { errorBody } from '../errors';
import type { ServiceError } from '../errors';
import type { AuditEntry } from './auditEntry';
import { auditedText, auditedValues } from './auditedValues';
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
    /** Whether what this call changed has been committed together with its audit entry. */
    isAudited: boolean;
  }
}

/**
 * Records every call that changes something, and every refused one, before its answer leaves: what a
 * client has seen acknowledged is in the log. Changes to the store bring their entry along, see
 * {@link audited}. Of refused calls without an account, see {@link UnknownCallers}.
 */
export function registerRequestAudit(
  app: FastifyInstance,
  record: (entry: AuditEntry) => Promise<ServiceError | undefined>,
): void {
  app.decorateRequest('auditMessage', undefined);
  app.decorateRequest('refusal', undefined);
  app.decorateRequest('isAudited', false);
  const unknownCallers = new UnknownCallers();
  app.addHook('onSend', async (request, reply, payload) => {
    const audit = request.routeOptions.config.audit;
    if (!audit || !lacksEntry(request, reply.statusCode)) return payload;
    const entry = entryOf(request, audit);
    const isStranger = request.account === undefined && entry.error !== undefined;
    const leftOut = isStranger
      ? unknownCallers.admit(entry.remoteAddress, `${audit.module}.${audit.method}`)
      : 0;
    if (leftOut === undefined) return payload;
    const failure = await record(
      leftOut > 0
        ? { ...entry, messageParameters: { ...entry.messageParameters, left_out: leftOut } }
        : entry,
    );
    if (!failure) return payload;
    // Thrown, it would be answered in the framework's words.
    void reply.code(failure.status);
    return JSON.stringify(errorBody(failure));
  });
}

/**
 * Writes the call's entry into the transaction of the change that it asks for, so that neither is ever there
 * without the other. The message may tell what the change has come to.
 */
export function audited<Result = void>(
  request: FastifyRequest,
  auditLog: AuditLog,
  messageOf?: (result: Result) => Readonly<Record<string, unknown>>,
): InTransaction<Result> {
  return (transaction, result) => {
    const { audit } = request.routeOptions.config;
    if (!audit) return;
    if (messageOf) request.auditMessage = messageOf(result);
    auditLog.appendWithin(transaction, entryOf(request, audit));
    request.isAudited = true;
  };
}

/** Whether the call has changed something, or was refused, and no entry tells so yet. */
function lacksEntry({ method, refusal, isAudited }: FastifyRequest, status: number): boolean {
  const changes = method !== 'GET' && method !== 'HEAD';
  if (refusal === undefined) return changes && !isAudited;
  return changes || isRefusal(status, refusal);
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
    messageParameters: messageParametersOf(request),
    error: request.refusal && auditedText(request.refusal),
  };
}

function messageParametersOf(request: FastifyRequest): Readonly<Record<string, unknown>> | undefined {
  const { auditMessage } = request;
  if (!isAssistant(request)) return auditMessage && auditedValues(Object.entries(auditMessage));
  return auditedValues(Object.entries({ ...auditMessage, source: 'assistant' }));
}

const secretNames = /^(.*token|(api[-_]?)?key|.*secret|.*password|authorization)$/i;

/** Keys and tokens never reach the log, and no parameter can flood it. */
function auditedParameters(request: FastifyRequest): Record<string, unknown> | undefined {
  const entries = [
    ...pathParameters(request),
    ...readableQuery(request),
    ...bodyParameters(request).entries(),
  ].filter(([name]) => !secretNames.test(name));
  return entries.length === 0 ? undefined : auditedValues(entries);
}

function readableQuery(request: FastifyRequest): Iterable<[string, unknown]> {
  try {
    return queryParameters(request).entries();
  } catch {
    return [];
  }
}
