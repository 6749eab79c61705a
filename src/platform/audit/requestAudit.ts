import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyParameters, pathParameters, queryParameters } from '../http/requestParameters';
import { isAssistant } from '../http/caller';
import type { AuditLog } from '../store/auditEntries';
import type { InTransaction } from '../store/store';
import type { Account, Role } from '../account';
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
    /** Whose call this is if it needs no key: who opened the upload stream. */
    owner: Account | undefined;
    /** The method of the entry, if it is a special case of the one of the route. */
    auditMethod: string | undefined;
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
 * audited}. For rejected calls, see {@link RejectedCalls}.
 */
export function registerRequestAudit(
  app: FastifyInstance,
  record: (entry: AuditEntry) => Promise<HttpError | undefined>,
): void {
  app.decorateRequest('owner', undefined);
  app.decorateRequest('auditMethod', undefined);
  app.decorateRequest('auditMessage', undefined);
  app.decorateRequest('rejection', undefined);
  app.decorateRequest('isAudited', false);
  app.decorateRequest('isChange', false);
  const rejectedCalls = new RejectedCalls();
  app.addHook('onSend', async (request, reply, payload) => {
    const audit = request.routeOptions.config.audit;
    if (!audit || !lacksEntry(request, reply.statusCode)) return payload;
    const entry = entryOf(request, audit);
    const leftOut = entry.error === undefined ? 0 : rejectedCalls.admit(entry);
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
    ...newEntry(
      request.account ?? request.owner,
      request.address,
      audit.module,
      request.auditMethod ?? audit.method,
    ),
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

const period = 60_000;
/** Characters of the entries of one account in a period: hundreds of them, unless their parameters are long. */
const maxCharacters = 256 * 1024;
const maxCallers = 10_000;

/**
 * Limits the entries for rejected calls, which anyone can make: beyond so many characters of an account, and for
 * callers without one, there is one entry for each operation and minute. It has the number of those left out.
 */
export class RejectedCalls {
  readonly #seen = new Map<string, { readonly recorded: number; leftOut: number }>();
  /** The characters of each account in this period. */
  readonly #recorded = new Map<string, number>();
  #periodStart = 0;

  /** How many similar calls were not logged since the last entry; undefined if this one is not logged either. */
  admit(entry: AuditEntry, now = Date.now()): number | undefined {
    const { userGuid, remoteAddress, module, method } = entry;
    const caller = `${userGuid ?? remoteAddress} ${module}.${method}`;
    const seen = this.#seen.get(caller);
    const hasRoom = userGuid !== undefined && this.#takeRoom(userGuid, JSON.stringify(entry).length, now);
    if (seen && now - seen.recorded < period && !hasRoom) {
      seen.leftOut += 1;
      return undefined;
    }
    this.#remember(caller, now);
    return seen?.leftOut ?? 0;
  }

  /** Keeps the map in order of the last entry, so that the oldest are evicted first. */
  #remember(caller: string, now: number): void {
    this.#seen.delete(caller);
    this.#seen.set(caller, { recorded: now, leftOut: 0 });
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined && this.#seen.size > maxCallers) this.#seen.delete(oldest);
  }

  #takeRoom(account: string, characters: number, now: number): boolean {
    if (now - this.#periodStart >= period) {
      this.#periodStart = now;
      this.#recorded.clear();
    }
    const recorded = (this.#recorded.get(account) ?? 0) + characters;
    if (recorded > maxCharacters) return false;
    this.#recorded.set(account, recorded);
    return true;
  }
}
