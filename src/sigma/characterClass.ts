const namedSets = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'.split(' '),
);

/** Whether the engine accepts a class such as `[a-z\p{Greek}]`: its ranges are in order, and its named sets exist. */
export function isCharacterClass(text: string): boolean {
  // The class itself may look like a named set.
  const named = text.slice(1).matchAll(/\[:\^?(\w+):\]/g);
  if (![...named].every(([, name = '']) => namedSets.has(name))) return false;
  try {
    return new RegExp(inJavaScript(text), 'u').unicode;
  } catch {
    return false;
  }
}

/** The class in JavaScript syntax, which reports invalid ranges and names. */
function inJavaScript(text: string): string {
  const inner = text
    .slice(1)
    .replaceAll(/\[:\^?\w+:\]/g, '\\w')
    .replaceAll(/\\([pP])\{\^?(\w{3,})\}/g, '\\$1{Script=$2}')
    .replaceAll(/\\([pP])\{\^/g, '\\$1{')
    .replaceAll(/\\([pP])(\w)/g, '\\$1{$2}')
    .replaceAll(/\\x\{([\da-fA-F]+)\}/g, '\\u{$1}')
    .replaceAll(/\\a/g, '\\x07')
    .replaceAll(/\\([^\w])/gu, (_, sign: string) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
  return `[${inner}`;
}
