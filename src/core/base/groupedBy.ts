/** The values that have the same key, in the order in which the keys appear first. */
export function groupedBy<Key, Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => Key,
): Map<Key, [Value, ...Value[]]> {
  const groups = new Map<Key, [Value, ...Value[]]>();
  for (const value of values) {
    const key = keyOf(value);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [value]);
    else known.push(value);
  }
  return groups;
}
