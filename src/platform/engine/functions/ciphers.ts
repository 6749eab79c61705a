import {
  constants,
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  getCiphers,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto';

export type Direction = 'encrypt' | 'decrypt';

/** Encrypts or decrypts by the name of a Java cipher; undefined if name, key, bytes or vector do not suit it. */
export function cipher(
  direction: Direction,
  name: string,
  key: Buffer,
  bytes: Buffer,
  vector: Buffer | undefined,
): Buffer | undefined {
  const [algorithm = '', mode = 'CBC', padding = 'NOPADDING'] = name.toUpperCase().split('/');
  try {
    if (algorithm === 'RSA') return withKeys(direction, key, bytes);
    return withBlocks(direction, { algorithm, mode, isPadded: padding !== 'NOPADDING' }, key, bytes, vector);
  } catch {
    return undefined;
  }
}

interface BlockCipher {
  readonly algorithm: string;
  readonly mode: string;
  readonly isPadded: boolean;
}

function withBlocks(
  direction: Direction,
  { algorithm, mode, isPadded }: BlockCipher,
  key: Buffer,
  bytes: Buffer,
  vector: Buffer | undefined,
): Buffer | undefined {
  const name = `${algorithm}-${key.length * 8}-${mode}`.toLowerCase();
  if (!getCiphers().includes(name) || !blockModes.has(mode)) return undefined;
  const make = direction === 'encrypt' ? createCipheriv : createDecipheriv;
  const made = make(name, key, mode === 'ECB' ? null : (vector ?? Buffer.alloc(blockBytes)));
  made.setAutoPadding(isPadded);
  return Buffer.concat([made.update(bytes), made.final()]);
}

const blockBytes = 16;
/** Others authenticate, for which Java appends a tag. */
const blockModes = new Set(['CBC', 'ECB', 'CTR', 'CFB', 'OFB']);

/** Keys as Java writes them: X.509 for the public, PKCS #8 for the private one. */
function withKeys(direction: Direction, key: Buffer, bytes: Buffer): Buffer {
  const padding = constants.RSA_PKCS1_PADDING;
  if (direction === 'encrypt') {
    return publicEncrypt({ key: createPublicKey({ key, format: 'der', type: 'spki' }), padding }, bytes);
  }
  return privateDecrypt({ key: createPrivateKey({ key, format: 'der', type: 'pkcs8' }), padding }, bytes);
}
