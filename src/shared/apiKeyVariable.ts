const prefix = 'LOGBENCH_API_KEY';

/**
 * On hosts without a keychain, this variable contains the API key of a connection. Upper case, with `_` for
 * everything except letters and digits.
 */
export function apiKeyVariable(name: string): string {
  return `${prefix}_${name.toUpperCase().replace(/[^\p{Letter}\p{Number}]+/gu, '_')}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment for a local platform, which must not receive the keys of other platforms. */
export function withoutApiKeys(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith(prefix)));
}

/** The `Proxy-Authorization` header, like VS Code's setting `http.proxyAuthorization`. */
export const proxyAuthorizationVariable = 'LOGBENCH_PROXY_AUTHORIZATION';
