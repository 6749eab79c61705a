/** Replaces a secret. */
const redacted = '•••';

const bearer = /(Bearer\s+)[^\s"',;]+/gi;
const credentials = /(:\/\/)[^/\s@]+@/g;
const namedSecret = /((?:api[_-]?key|token|password)["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi;
const secretName = /(?:api[_-]?key|token|password)$/i;
const uploadToken = /(upload-streams\/)[^/?\s"']+/g;

/** Takes keys, tokens and passwords out of a text that a person or a log file will see. */
export class Redactor {
  readonly #secrets = new Set<string>();

  /** From now on this text never appears. Short ones are left alone: they would blank out ordinary words. */
  hide(secret: string): void {
    if (secret.length >= 6) this.#secrets.add(secret);
  }

  /** Takes them out of what the failure says of itself, and of what caused it. */
  cleanFailure(error: unknown): void {
    for (let each = error; each instanceof Error; each = each.cause) {
      // Defined, not assigned: the message of an aborted request is read-only.
      Object.defineProperty(each, 'message', { value: this.clean(each.message), configurable: true });
    }
  }

  /**
   * The same in a value that becomes JSON. Not in its text: what follows a secret there may be the escape of a quote,
   * without which the rest of a string would be read as something else than a string.
   */
  cleanJson(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.cleanJson(item, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [this.clean(key), this.cleanJson(item, key)]),
      );
    }
    if (secretName.test(name) && /number|bigint|string/.test(typeof value)) return redacted;
    return typeof value === 'string' ? this.clean(value) : value;
  }

  clean(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, redacted);
    return clean
      .replace(bearer, `$1${redacted}`)
      .replace(credentials, `$1${redacted}@`)
      .replace(uploadToken, `$1${redacted}`)
      .replace(namedSecret, `$1${redacted}`);
  }
}
