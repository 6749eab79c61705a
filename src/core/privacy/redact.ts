const redacted = '•••';

const bearer = /(Bearer\s+)[^\s"',;]+/gi;
const credentials = /(:\/\/)[^/\s@]+@/g;
const namedSecret = /((?:api[_-]?key|token|password)["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi;
const secretName = /(?:api[_-]?key|token|password)$/i;
const uploadToken = /(upload-streams\/)[^/?\s"']+/g;

/**
 * The text of a query inside a JSON value. A pattern such as `password=` in a query searches for secrets and is
 * none; a replacement would leave a valid query that finds nothing.
 */
export class QueryText {
  constructor(readonly text: string) {}
}

/** Removes keys, tokens and passwords from text for users and logs. */
export class Redactor {
  readonly #secrets = new Set<string>();

  /** Hides this text from now on. Short secrets are ignored because they would match ordinary words. */
  hide(secret: string): void {
    if (secret.length >= 6) this.#secrets.add(secret);
  }

  /** Removes secrets from the messages of an error and its causes. */
  cleanFailure(error: unknown): void {
    for (let each = error; each instanceof Error; each = each.cause) {
      // Defined, not assigned, because the message of an aborted request is read-only.
      Object.defineProperty(each, 'message', { value: this.clean(each.message), configurable: true });
    }
  }

  /**
   * Removes secrets from a value before it becomes JSON. In the JSON text, a replacement could break the
   * escape of a quote.
   */
  cleanJson(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.cleanJson(item, name));
    if (value instanceof QueryText) return this.cleanQuery(value.text);
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [this.clean(key), this.cleanJson(item, key)]),
      );
    }
    if (secretName.test(name) && /number|bigint|string/.test(typeof value)) return redacted;
    return typeof value === 'string' ? this.clean(value) : value;
  }

  /** Removes only the known secrets. */
  cleanQuery(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, redacted);
    return clean;
  }

  clean(text: string): string {
    return this.cleanQuery(text)
      .replace(bearer, `$1${redacted}`)
      .replace(credentials, `$1${redacted}@`)
      .replace(uploadToken, `$1${redacted}`)
      .replace(namedSecret, `$1${redacted}`);
  }
}
