/** HTTP or HTTPS, without user name or password, which would be stored in a settings file. */
export function isPlatformAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

/** Whether the host name of a URL means this machine. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** The segment of the path of a platform that differs between products. */
export const defaultProduct = 'core';
