/** The bytes of a text in a character set; undefined if the set is unknown. What it does not have becomes `?`. */
export function encodeText(text: string, charset: string): Buffer | undefined {
  const name = canonicalName(charset);
  if (name === undefined) return undefined;
  if (name === 'utf-8') return Buffer.from(text);
  if (name === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (name === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = tables.get(name) ?? tableOf(name);
  tables.set(name, table);
  return Buffer.concat(Array.from(text, (character) => table.get(character) ?? unknown));
}

export function decodeBytes(bytes: Uint8Array, charset: string): string | undefined {
  const name = canonicalName(charset);
  return name === undefined ? undefined : new TextDecoder(name, { ignoreBOM: true }).decode(bytes);
}

const unknown = Buffer.from('?');

/** Names that Java has in addition. */
const aliases: Readonly<Record<string, string>> = {
  ms949: 'euc-kr',
  cp949: 'euc-kr',
  utf8: 'utf-8',
  utf16: 'utf-16be',
  'utf-16': 'utf-16be',
};

function canonicalName(charset: string): string | undefined {
  const lower = charset.toLowerCase();
  try {
    return new TextDecoder(aliases[lower] ?? lower).encoding;
  } catch {
    return undefined;
  }
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

/** What every byte and every pair of bytes means: JavaScript only decodes. */
function tableOf(name: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(name, { fatal: true });
  const table = new Map<string, Buffer>();
  const add = (...bytes: readonly number[]): void => {
    const buffer = Buffer.from(bytes);
    try {
      const text = decoder.decode(buffer);
      if (Array.from(text).length === 1 && !table.has(text)) table.set(text, buffer);
    } catch {
      // Not a character.
    }
  };
  for (let first = 0; first < 256; first++) add(first);
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) add(first, second);
  return table;
}
