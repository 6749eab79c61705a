/** The body with the value under a name. Written out at each place, a value would be computed at each of them. */
export function once(value: string, name: string, body: string): string {
  return `list_transform([${value}], lambda ${name}: ${body})[1]`;
}

/** What a part is worth, and whether it may be written more than once, and inside `TRY`. */
export interface Part {
  readonly printed: string;
  readonly isVolatile: boolean;
}

/**
 * The body over parts that are computed once before it, where it names them more than once or inside `TRY` and they
 * are not the same each time or long. Calls in calls would else double the statement at each level.
 */
export function withParts(parts: readonly Part[], body: (printed: readonly string[]) => string): string {
  const names = parts.map((_, place) => `held.v${place}_`);
  const named = body(names);
  const uses = usesIn(named);
  const isTried = named.includes('TRY(');
  const isHeld = names.map((name, place) => {
    const { printed = '', isVolatile = false } = parts[place] ?? {};
    const isRepeated = (uses.get(name) ?? 0) > 1;
    return isVolatile ? isRepeated || isTried : isRepeated && printed.length > longestRepeated;
  });
  const printed = body(parts.map((part, place) => (isHeld[place] ? (names[place] ?? '') : part.printed)));
  const held = parts.flatMap((part, place) => (isHeld[place] ? [`'v${place}_': ${part.printed}`] : []));
  return held.length === 0 ? printed : once(`{${held.join(', ')}}`, 'held', printed);
}

/** How often each part is named, counted for all of them in one pass: there may be thousands. */
function usesIn(named: string): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const [name] of named.matchAll(/\bheld\.v\d+_/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** The engine already detects shorter common parts. */
const longestRepeated = 500;
