/** A copy with shifted offsets. Commands that are shared within it are also shared within the copy. */
export function shifted<Read extends object>(read: Read, by: number): Read {
  return copyOf(read, by, new Map()) as Read;
}

function copyOf(read: object, by: number, commands: Map<object, object>): object {
  if (Array.isArray(read)) return read.map((item: unknown) => copyOfAny(item, by, commands));
  const known = commands.get(read);
  if (known) return known;
  const copy: Record<string, unknown> = { ...read };
  for (const key in copy) {
    const value = copy[key];
    if (typeof value === 'number' && (key === 'from' || key === 'to')) copy[key] = value + by;
    // The rows of a `json` command have no offsets.
    else if (key !== 'rows') copy[key] = copyOfAny(value, by, commands);
  }
  if ('subqueries' in copy) commands.set(read, copy);
  return copy;
}

function copyOfAny(value: unknown, by: number, commands: Map<object, object>): unknown {
  return typeof value === 'object' && value !== null ? copyOf(value, by, commands) : value;
}
