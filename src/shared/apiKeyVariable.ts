/** On hosts without a keychain, the variable of this name with the platform's name behind it holds a key. */
export const apiKeyVariablePrefix = 'LOGBENCH_API_KEY_';

/** In capitals, everything else than letters and digits as `_`. */
export function apiKeyVariable(name: string): string {
  return `${apiKeyVariablePrefix}${name.toUpperCase().replace(/[^\p{Letter}\p{Number}]+/gu, '_')}`;
}

/** Holds the header for the proxy, as the setting `http.proxyAuthorization` does in VS Code. */
export const proxyAuthorizationVariable = 'LOGBENCH_PROXY_AUTHORIZATION';
