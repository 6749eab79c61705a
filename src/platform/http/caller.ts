import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { assistantProduct } from '../../core/interface/userAgent';
import { hasRole } from '../account';
import type { Account, Role } from '../account';
import { noPermission, unauthorized } from '../errors';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The lowest role that may call the route; `open` requires no key. Every route declares it. */
    access?: Role | 'open';
  }
  interface FastifyRequest {
    account: Account | undefined;
    /** The address of the client; behind a trusted proxy, the forwarded one. */
    address: string;
  }
}

/**
 * Rejects an invalid key before the body is read, and a missing permission after it, so that the audit log
 * contains the parameters.
 */
export function registerAuthentication(
  app: FastifyInstance,
  findAccount: (apiKey: string) => Account | undefined,
): void {
  app.decorateRequest('account', undefined);
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    const account = findAccount(bearerKey(request.headers.authorization));
    request.account = account;
    if (access !== 'open' && account === undefined) await Promise.reject(unauthorized());
  });
  app.addHook('preValidation', async (request) => {
    const { access } = request.routeOptions.config;
    if (access === 'open') return;
    // A route without a declared role is denied.
    const allowed = access !== undefined && request.account !== undefined && hasRole(request.account, access);
    if (!allowed) await Promise.reject(noPermission());
  });
}

/** The account of the caller, for routes that require one. */
export function callerOf(request: { readonly account: Account | undefined }): Account {
  if (!request.account) throw unauthorized();
  return request.account;
}

function bearerKey(header: string | undefined): string {
  return /^Bearer +(\S+)\s*$/i.exec(header ?? '')?.[1] ?? '';
}

/** Stores the address at the start of each call, because a closed connection no longer has it. */
export function registerClientAddress(app: FastifyInstance): void {
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, _reply, done) => {
    // The header may contain anything.
    request.address = withoutPrefix(
      isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip,
    );
    done();
  });
}

/** A dual-stack socket reports IPv4 clients as IPv6, which would not match other records. */
function withoutPrefix(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** Whether the request identifies itself as from a tool of a language model. */
export function isAssistant({ headers }: FastifyRequest): boolean {
  return headers['user-agent']?.startsWith(`${assistantProduct}/`) ?? false;
}
