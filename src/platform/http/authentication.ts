import type { FastifyInstance } from 'fastify';
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
  }
}

/** Finds the account that a key belongs to. */
export type FindAccount = (apiKey: string) => Account | undefined;

/**
 * Rejects an invalid key before the body is read, and a missing permission after it, so that the audit log
 * contains the parameters.
 */
export function registerAuthentication(app: FastifyInstance, findAccount: FindAccount): void {
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
