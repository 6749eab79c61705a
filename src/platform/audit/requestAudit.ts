import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyParameters, pathParameters, queryParameters } from '../http/parameters';
import { isAssistant } from '../http/caller';
import type { AuditLog } from '../store/auditLog';
import type { InTransaction } from '../store/store';
import type { Role } from '../account';
import { errorBody } from '../errors';
import type { HttpError } from '../errors';
import { newEntry } from './auditEntry';
import type { AuditEntry } from './auditEntry';
import { auditedText, auditedValues } from './auditedValues';

/** How the calls of a route are logged. */
export interface RouteAudit {
  /** The resource in kebab case, for example `scheduled-query`. */
  readonly module: string;
  /** The operation, for example `remove`; `<module>.<method>` identifies its texts in `auditActions`. */
  readonly method: string;
}

/** The options of a route: who may call it, how its calls are logged, and whether it is our own design. */
export function operation(
  access: Role | 'open',
  module: string,
  method: string,
  ours = false,
): { readonly config: { access: Role | 'open'; audit: RouteAudit; ours: boolean } } {
  return { config: { access, audit: { module, method }, ours } };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    audit?: RouteAudit;
  }
  interface FastifyRequest {
    /** The parameters of the message, for example the name of the changed object. */
    auditMessage: Readonly<Record<string, unknown>> | undefined;
    /** The error that this call returned. */
    rejection: string | undefined;
    /** Whether the call would have changed something, although it is a GET. */
    isChange: boolean;
    /** Whether the change was committed together with its audit entry. */
    isAudited: boolean;
  }
}

/**
 * Records every write and every rejected call before its response is sent, so that whatever a client has seen
 * acknowledged is in the log. Changes of the store add their entry in the same transaction, see {@link
 * audited}. For rejected calls without an account, see {@link UnknownCallers}.
 */
export function registerRequestAudit(
  app: FastifyInstance,
  record: (entry: AuditEntry) => Promise<HttpError | undefined>,
): void {
  app.decorateRequest('auditMessage', undefined);
  app.decorateRequest('rejection', undefined);
  app.decorateRequest('isAudited', false);
  app.decorateRequest('isChange', false);
  const unknownCallers = new UnknownCallers();
  app.addHook('onSend', async (request, reply, payload) => {
    const audit = request.routeOptions.config.audit;
    if (!audit || !lacksEntry(request, reply.statusCode)) return payload;
    const entry = entryOf(request, audit);
    const isUnauthenticated = request.account === undefined && entry.error !== undefined;
    const leftOut = isUnauthenticated
      ? unknownCallers.admit(entry.remoteAddress, `${audit.module}.${audit.method}`)
      : 0;
    if (leftOut === undefined) return payload;
    const failure = await record(
      leftOut > 0
        ? { ...entry, messageParameters: { ...entry.messageParameters, left_out: leftOut } }
        : entry,
    );
    if (!failure) return payload;
    // If it were thrown, Fastify would format the response.
    void reply.code(failure.status);
    return JSON.stringify(errorBody(failure));
  });
}

/**
 * Writes the entry in the transaction of the change, so that neither exists without the other. The message
 * may depend on the result of the change.
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

/** Whether the call has changed something, or was rejected, and has no entry yet. */
function lacksEntry({ method, rejection, isAudited, isChange }: FastifyRequest, status: number): boolean {
  const changes = isChange || (method !== 'GET' && method !== 'HEAD');
  if (rejection === undefined) return changes && !isAudited;
  return changes || isRejection(status, rejection);
}

/** A read with an invalid parameter is a mistake and not logged; a read without permission is. */
function isRejection(status: number, message: string): boolean {
  return status === 401 || status === 403 || message === 'no-permission';
}

function entryOf(request: FastifyRequest, audit: RouteAudit): AuditEntry {
  return {
    ...newEntry(request.account, request.address, audit.module, audit.method),
    parameters: auditedParameters(request),
    messageParameters: messageParametersOf(request),
    error: request.rejection && auditedText(request.rejection),
  };
}

function messageParametersOf(request: FastifyRequest): Readonly<Record<string, unknown>> | undefined {
  const { auditMessage } = request;
  if (!isAssistant(request)) return auditMessage && auditedValues(Object.entries(auditMessage));
  return auditedValues(Object.entries({ ...auditMessage, source: 'assistant' }));
}

const secretNames = /^(.*token|(api[-_]?)?key|.*secret|.*password|authorization)$/i;

/** Excludes keys and tokens, and limits the size of parameters. */
function auditedParameters(request: FastifyRequest): Record<string, unknown> | undefined {
  const entries = [
    ...pathParameters(request).entries(),
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

/**
 * Limits entries for rejected calls without an account to one per address, operation and minute. Anyone can
 * make such calls, and must not be able to fill the disk.
 */
export class UnknownCallers {
  readonly #seen = new Map<string, { readonly recorded: number; leftOut: number }>();

  /** How many similar calls were not logged since the last entry; undefined if this one is not logged either. */
  admit(address: string, operation: string, now = Date.now()): number | undefined {
    const caller = `${address} ${operation}`;
    const seen = this.#seen.get(caller);
    if (seen && now - seen.recorded < period) {
      seen.leftOut += 1;
      return undefined;
    }
    // Keeps the map in order of the last entry, so that the oldest are evicted first.
    this.#seen.delete(caller);
    this.#seen.set(caller, { recorded: now, leftOut: 0 });
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined && this.#seen.size > maxCallers) this.#seen.delete(oldest);
    return seen?.leftOut ?? 0;
  }
}

const period = 60_000;
const maxCallers = 10_000;
