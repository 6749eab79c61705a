import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any sign that a text may have. The unit `binary` of fast-check is the same, but lists all million of them first,
 * which takes two seconds. By the way back, it still knows in which texts names such as `__proto__` can stand.
 */
export const anyCodePoint = fc.integer({ min: 0, max: 0x10_ffff - surrogates.count }).map(
  (number) => String.fromCodePoint(number < surrogates.first ? number : number + surrogates.count),
  (sign) => {
    const number = String(sign).codePointAt(0) ?? 0;
    return number < surrogates.first ? number : number - surrogates.count;
  },
);
