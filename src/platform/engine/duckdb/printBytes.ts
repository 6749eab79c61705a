import { ownFunction } from './ownFunctions';

type Printer = (text: string, charset?: string, ...others: string[]) => string;

function isUtf8(charset: string | undefined): boolean {
  return charset === undefined || /^'utf-?8'$/i.test(charset);
}

/** Functions of bytes and character sets. The engine has those of UTF-8. */
export const byteFunctions: Readonly<Record<string, Printer>> = {
  binary: printEncoded,
  encode: printEncoded,
  decode: (bytes, charset = `'utf-8'`) => ownFunction('decode', `hex(${bytes})`, charset),
  fromhex: (text) => `CASE WHEN length(${text}) % 2 = 0 THEN TRY(unhex(${text})) END`,
  tohex: (bytes) => `lower(hex(${bytes}))`,
  frombase64: (text) => `TRY(from_base64(${text}))`,
  tobase64: (bytes) => `to_base64(${bytes})`,
  hash: (algorithm, bytes = '') =>
    /'(?:md5|sha1|sha256)'/.test(algorithm)
      ? `unhex(${algorithm.slice(1, -1)}(${bytes}))`
      : `unhex(${ownFunction('hash', algorithm, `hex(${bytes})`)})`,
  randbytes: (count) => `unhex(${ownFunction('randbytes', `CAST(${count} AS VARCHAR)`)})`,
  encrypt: (name, ...others) => printCipher('encrypt', name, ...others),
  decrypt: (name, ...others) => printCipher('decrypt', name, ...others),
  urldecode: (text, charset) =>
    isUtf8(charset)
      ? `TRY(url_decode(replace(${text}, '+', ' ')))`
      : ownFunction('urldecode', text, charset ?? ''),
  urlencode: (text, charset) =>
    isUtf8(charset) ? `url_encode(${text})` : ownFunction('urlencode', text, charset ?? ''),
};

function printEncoded(text: string, charset?: string): string {
  return isUtf8(charset) ? `encode(${text})` : `unhex(${ownFunction('encode', text, charset ?? '')})`;
}

function printCipher(direction: string, name: string, key = '', bytes = '', vector?: string): string {
  const iv = vector === undefined ? `''` : `hex(${vector})`;
  return `unhex(${ownFunction('cipher', `'${direction}'`, name, `hex(${key})`, `hex(${bytes})`, iv)})`;
}
