/** Binds a value to a name in the body. If it were repeated, it would be computed each time. */
export function once(value: string, name: string, body: string): string {
  return `list_transform([${value}], lambda ${name}: ${body})[1]`;
}

/** A printed part, and whether it may be repeated or written inside `TRY`. */
export interface Part {
  readonly printed: string;
  readonly isVolatile: boolean;
}

/**
 * Prints the body with parts that are computed once, if it uses them repeatedly or inside `TRY` and they vary
 * or are long. Otherwise nested calls would double the statement at each level.
 */
export function withParts(parts: readonly Part[], body: (printed: readonly string[]) => string): string {
  const names = parts.map((_, index) => `held.v${index}_`);
  const named = body(names);
  const uses = usesIn(named);
  const isTried = named.includes('TRY(');
  const isHeld = names.map((name, index) => {
    const { printed = '', isVolatile = false } = parts[index] ?? {};
    const isRepeated = (uses.get(name) ?? 0) > 1;
    return isVolatile ? isRepeated || isTried : isRepeated && printed.length > maxRepeatedLength;
  });
  const printed = body(parts.map((part, index) => (isHeld[index] ? (names[index] ?? '') : part.printed)));
  const held = parts.flatMap((part, index) => (isHeld[index] ? [`'v${index}_': ${part.printed}`] : []));
  return held.length === 0 ? printed : once(`{${held.join(', ')}}`, 'held', printed);
}

/** Counts the uses of all parts in one pass: there may be thousands. */
function usesIn(named: string): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const [name] of named.matchAll(/\bheld\.v\d+_/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** The engine detects shorter common parts itself. */
const maxRepeatedLength = 500;
