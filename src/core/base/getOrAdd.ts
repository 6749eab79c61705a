/** The value of a key, which is created and kept if there is none. */
export function getOrAdd<Key, Value extends object | string | boolean>(
  values: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  create: () => Value,
): Value {
  const existing = values.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  values.set(key, created);
  return created;
}
