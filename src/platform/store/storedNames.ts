/**
 * Names for stored columns, which must differ in more than case. A field that cannot keep its name gets a number, or
 * the name `column` if it has none.
 */
export function storedNames(fields: readonly string[], reserved: readonly string[] = []): string[] {
  const names = fields.map((field, index) => field.replaceAll('\0', '') || `column${index}`);
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const used = new Set(reserved);
  return names.map((name) => {
    let stored = name;
    for (let count = 1; used.has(stored.toLowerCase()); count += 1) {
      if (!taken.has(`${name}_${count}`.toLowerCase())) stored = `${name}_${count}`;
    }
    taken.add(stored.toLowerCase());
    used.add(stored.toLowerCase());
    return stored;
  });
}
