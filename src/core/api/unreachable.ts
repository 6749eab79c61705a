import { errorCode } from '../interface/errorCode';
import { t } from '../base/localize';
import type { Deadline } from './deadline';
import { ApiError, UnreachableError } from './errors';
import type { UnreachableReason } from './errors';

/** The origin of a request and the proxy it uses. */
export interface Route {
  readonly origin: string;
  readonly proxy: string | undefined;
}

/**
 * Converts a network failure into an error with a message for users. A cancellation keeps the reason of the
 * caller.
 */
export function explainFailure(error: unknown, { origin, proxy }: Route, deadline: Deadline): unknown {
  if (deadline.caller?.aborted) return deadline.caller.reason;
  if (error instanceof ApiError) return error;
  const { host } = new URL(origin);
  if (deadline.passed) {
    const seconds = deadline.timeout / 1000;
    return new UnreachableError('deadline', t('{0} did not respond within {1} s.', host, seconds));
  }
  const code = codeOf(error);
  if (proxy !== undefined) {
    const rejected = rejectedByProxy(error, new URL(proxy).host, host);
    if (rejected !== undefined) return new UnreachableError('proxy', rejected, { cause: error });
  }
  // With a proxy, only the connection to the proxy can be rejected.
  const connected = proxy !== undefined && notConnected.includes(reasonOf(code)) ? new URL(proxy).host : host;
  return new UnreachableError(reasonOf(code), sentenceOf(code, connected), { cause: error });
}

const notConnected: readonly UnreachableReason[] = ['connection-refused', 'host-not-found'];

/**
 * undici has no error code for it, only messages: `Proxy response (407) !== 200 …`, `Proxy Authentication
 * Required (407)`.
 */
function rejectedByProxy(error: unknown, proxy: string, host: string): string | undefined {
  const text = error instanceof Error ? error.message : '';
  if (error instanceof URIError || text.startsWith('Invalid URL protocol')) {
    return t('{0} cannot be used as a proxy.', proxy);
  }
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(text) ?? [];
  if (status === undefined) return undefined;
  return status === '407'
    ? t('The proxy {0} requires a user name and password.', proxy)
    : t('The proxy {0} could not connect to {1} (HTTP {2}).', proxy, host, status);
}

const reasons: Readonly<Record<string, UnreachableReason>> = {
  ECONNREFUSED: 'connection-refused',
  ENOTFOUND: 'host-not-found',
  EAI_AGAIN: 'host-not-found',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
};

function reasonOf(code: string): UnreachableReason {
  if (/CERT|SELF_SIGNED|ISSUER|LEAF_SIGNATURE|ERR_TLS/.test(code)) return 'certificate';
  return reasons[code] ?? 'network';
}

function sentenceOf(code: string, host: string): string {
  switch (reasonOf(code)) {
    case 'connection-refused':
      return t('{0} refused the connection.', host);
    case 'host-not-found':
      return t('The host {0} was not found.', host);
    case 'reset':
      return t('{0} closed the connection before the response was complete.', host);
    case 'certificate':
      return t('The certificate of {0} is not trusted ({1}).', host, code);
    default:
      return t('{0} could not be reached ({1}).', host, code);
  }
}

/** Node wraps failures of several addresses in one error, and undici wraps some errors. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = errorCode(error);
  if (error.cause instanceof Error && (typeof code !== 'string' || code.startsWith('UND_'))) {
    const inner = codeOf(error.cause);
    if (inner !== 'unknown') return inner;
  }
  return typeof code === 'string' ? code : 'unknown';
}
