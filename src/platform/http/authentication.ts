import type { FastifyInstance } from 'fastify';
import { hasRole } from '../account';
import type { Account, Role } from '../account';
import { noPermission, unauthorized } from '../errors';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The least role that may call the route; `open` needs no key. Every route declares one. */
    access?: Role | 'open';
  }
  interface FastifyRequest {
    account: Account | undefined;
  }
}

/** Finds the account that a key belongs to. */
export type FindAccount = (apiKey: string) => Account | undefined;

/** A bad key is refused before the body is read, a missing permission after, so that the audit log has its parameters. */
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
    // A route that forgot to declare who may call it is closed, not open.
    const allowed = access !== undefined && request.account !== undefined && hasRole(request.account, access);
    if (!allowed) await Promise.reject(noPermission());
  });
}

/** The account of a route that is not open. */
export function callerOf(request: { readonly account: Account | undefined }): Account {
  if (!request.account) throw unauthorized();
  return request.account;
}

function bearerKey(header: string | undefined): string {
  return /^Bearer +(\S+)\s*$/i.exec(header ?? '')?.[1] ?? '';
}
