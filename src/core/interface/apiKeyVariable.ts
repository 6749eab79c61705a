const prefix = 'LOGBENCH_API_KEY';

/**
 * On hosts without a keychain, this variable contains the API key of a connection. Upper case, with `_` for
 * everything except letters and digits.
 */
export function apiKeyVariable(name: string): string {
  return `${prefix}_${name.toUpperCase().replace(/[^\p{Letter}\p{Number}]+/gu, '_')}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment for a process that we start, which must receive neither keys nor the password of a proxy. */
export function withoutSecrets(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => !secret.test(name) && !(/_proxy$/i.test(name) && value?.includes('@') === true),
    ),
  );
}

const secret = /^LOGBENCH_.*(?:API_KEY|AUTHORIZATION)/i;

/** The `Proxy-Authorization` header, like VS Code's setting `http.proxyAuthorization`. */
export const proxyAuthorizationVariable = 'LOGBENCH_PROXY_AUTHORIZATION';
