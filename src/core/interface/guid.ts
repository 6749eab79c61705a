const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isGuid(text: string): boolean {
  return guidPattern.test(text);
}

/** GUIDs are the same in capital and small letters. */
export function isSameGuid(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

/** A map whose keys are GUIDs; it lists them in small letters. */
export class GuidMap<Value> extends Map<string, Value> {
  override get(guid: string): Value | undefined {
    return super.get(guid.toLowerCase());
  }

  override has(guid: string): boolean {
    return super.has(guid.toLowerCase());
  }

  override set(guid: string, value: Value): this {
    return super.set(guid.toLowerCase(), value);
  }

  override delete(guid: string): boolean {
    return super.delete(guid.toLowerCase());
  }
}

/** A set of GUIDs; it lists them in small letters. */
export class GuidSet extends Set<string> {
  override has(guid: string): boolean {
    return super.has(guid.toLowerCase());
  }

  override add(guid: string): this {
    return super.add(guid.toLowerCase());
  }

  override delete(guid: string): boolean {
    return super.delete(guid.toLowerCase());
  }
}
