import assert from 'node:assert/strict';
import fc from 'fast-check';
import { networkPattern } from '../../../../src/core/sigma/networkPattern';

/** An address as numbers of the same size: four of 8 bits or eight of 16. */
interface Address {
  readonly numbers: readonly number[];
  readonly size: number;
}

/** The address with some of its bits inverted, counted from the left. */
function inverted({ numbers, size }: Address, bits: readonly number[]): Address {
  const change = (value: number, index: number): number =>
    bits
      .filter((bit) => Math.floor(bit / size) === index)
      .reduce((changed, bit) => changed ^ (1 << (size - 1 - (bit % size))), value);
  return { numbers: numbers.map(change), size };
}

/** One of the ways in which the address can be written. */
function written({ numbers, size }: Address, way: number): string {
  if (size === 8) return numbers.join('.');
  const groups = numbers.map((value) => value.toString(16).padStart(1 + (way % 4), '0'));
  const runs = numbers.flatMap((_, from) => {
    const zeros = numbers.slice(from).findIndex((value) => value !== 0);
    const length = zeros === -1 ? numbers.length - from : zeros;
    return Array.from({ length }, (__, more) => [from, from + more + 1] as const);
  });
  const run = runs[way % (runs.length + 1)];
  if (run === undefined) return groups.join(':');
  return `${groups.slice(0, run[0]).join(':')}::${groups.slice(run[1]).join(':')}`;
}

const octets = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });
const group = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(1, 0x10, 0xdb8, 0xfe80, 0xffff) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
);
const groups = fc.array(group, { minLength: 8, maxLength: 8 });
const address = fc.oneof(
  octets.map((numbers): Address => ({ numbers, size: 8 })),
  groups.map((numbers): Address => ({ numbers, size: 16 })),
);

describe('A network of a Sigma rule', () => {
  it('contains exactly the addresses with its prefix, in any notation', () => {
    const ways = fc.tuple(fc.nat(), fc.nat());
    const changes = fc.array(fc.nat({ max: 127 }), { maxLength: 3 });
    fc.assert(
      fc.property(
        address,
        fc.nat({ max: 128 }),
        changes,
        ways,
        (network, length, positions, [one, other]) => {
          const all = network.numbers.length * network.size;
          const [fixed, bits] = [length % (all + 1), [...new Set(positions.map((index) => index % all))]];
          const pattern = networkPattern(`${written(network, one)}/${fixed}`);
          const text = written(inverted(network, bits), other);
          const isInside = bits.every((bit) => bit >= fixed);

          assert.equal(new RegExp(pattern ?? '$.').test(text), isInside, `${pattern} ${text}`);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is one address without a prefix length', () => {
    for (const text of ['10.2.3.4', '::1', '1:2:3:4:5:6:7::']) {
      const found = new RegExp(networkPattern(` ${text} `) ?? '$.');
      assert.deepEqual(
        [text, `1${text}`, `${text}1`].map((candidate) => found.test(candidate)),
        [true, false, false],
      );
    }
  });

  for (const text of [
    ...['1.2.3', '1.2.3.4.5', '1.2.3.256', '1.2.3.04', '1.2.3.4/33', '1.2.3.4/8/8', '1.2.3.4/', '1.2.3.4/x'],
    ...['1:2:3', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8', '1::2::3', '::g', '12345::', '::/129', 'x', ''],
  ]) {
    it(`is not “${text}”`, () => {
      assert.equal(networkPattern(text), undefined);
    });
  }
});
