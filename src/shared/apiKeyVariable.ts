/** On hosts without a keychain, the variable with this prefix and the name of the connection contains the API key. */
export const apiKeyVariablePrefix = 'LOGBENCH_API_KEY_';

/** Upper case, with `_` for everything except letters and digits. */
export function apiKeyVariable(name: string): string {
  return `${apiKeyVariablePrefix}${name.toUpperCase().replace(/[^\p{Letter}\p{Number}]+/gu, '_')}`;
}

/** The `Proxy-Authorization` header, like VS Code's setting `http.proxyAuthorization`. */
export const proxyAuthorizationVariable = 'LOGBENCH_PROXY_AUTHORIZATION';
