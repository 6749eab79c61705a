/** Whether arrays and objects are nested more deeply than `depth`. Safe for values of any depth. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((item) => isDeeperThan(item, depth - 1));
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy in which `change` replaces everything that is neither a list nor an object, at any depth. */
export function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  if (!isJsonObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapLeaves(item, change)]));
}

/** Undefined if the text is not valid JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For `JSON.stringify`: JSON cannot represent bigints, so they are written as strings. */
export function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** A value of a row as the text of a cell: nothing for null, JSON for lists and objects. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' || typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** By the names of the fields, so that files differ only in what has changed. */
export function inStableOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inStableOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inStableOrder(inner)]));
}
