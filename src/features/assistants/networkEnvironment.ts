import type { NetworkSettings } from '../../api/dispatcher';
import { proxyAuthorizationVariable } from '../../shared/apiKeyVariable';

/** The proxy for this address, in the variable spelling that has precedence. */
export function networkEnvironment({
  proxy,
  proxyAuthorization,
  strictCertificates,
}: NetworkSettings): Record<string, string> {
  return {
    ...(proxy === undefined ? { no_proxy: '*' } : { http_proxy: proxy, https_proxy: proxy }),
    ...(proxyAuthorization !== undefined && { [proxyAuthorizationVariable]: proxyAuthorization }),
    ...(strictCertificates === false && { NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
  };
}
