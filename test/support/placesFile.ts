/** An MMDB file with one network of version 4 and its record. */
export function mmdbFile(network: string, record: unknown): Buffer {
  const [address = '', length = '32'] = network.split('/');
  const bits = address
    .split('.')
    .flatMap((part) => Number(part).toString(2).padStart(8, '0').split(''))
    .slice(0, Number(length));
  const nothing = bits.length;
  // The data section begins after 16 bytes, which count as records.
  const tree = bits.map((bit, index) => {
    const next = index + 1 < bits.length ? index + 1 : nothing + 16;
    const [left, right] = bit === '0' ? [next, nothing] : [nothing, next];
    return Buffer.concat(
      [left, right].map((value) => Buffer.from([value >> 16, (value >> 8) & 255, value & 255])),
    );
  });
  const metadata = {
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1 },
    ...{ database_type: 'City', description: { en: 'x' }, ip_version: 4, languages: ['en'] },
    ...{ node_count: bits.length, record_size: 24 },
  };
  const marker = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1');
  return Buffer.concat([...tree, Buffer.alloc(16), encode(record), marker, encode(metadata)]);
}

function encode(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([header(2, value.length), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([header(11, value.length), ...value.map(encode)]);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return Buffer.concat([header(7, entries.length), ...entries.flat().map(encode)]);
  }
  if (Number.isInteger(value)) return Buffer.concat([header(6, 1), Buffer.from([Number(value)])]);
  const double = Buffer.alloc(8);
  double.writeDoubleBE(Number(value));
  return Buffer.concat([header(3, 8), double]);
}

/** Sizes below 29 are in the first byte, types above 7 in the second. */
function header(type: number, size: number): Buffer {
  return type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size]);
}
