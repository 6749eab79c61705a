import type { Command } from './ast';
import type { Segment } from './outline';
import type { Problem } from './problem';
import type { SectionReading } from './readSection';

/**
 * A section of a query at its position. Versions of a text share the reading of a common section, even at
 * different positions, because typing at the top of a long query moves all of it. Positions are adjusted only
 * on demand.
 */
export class ParsedSection {
  #moved: Pick<SectionReading, 'segments' | 'commands' | 'inner'> | undefined;

  /** @param by the distance from the position at which it was read. */
  constructor(
    readonly reading: SectionReading,
    readonly by: number,
  ) {
    if (by === 0) this.#moved = reading;
  }

  get pipe(): number | undefined {
    return this.reading.pipe === undefined ? undefined : this.reading.pipe + this.by;
  }

  get problems(): readonly Problem[] {
    const { problems } = this.reading;
    return problems.length === 0 ? problems : shifted(problems, this.by);
  }

  get segments(): readonly Segment[] {
    return this.#atRange().segments;
  }

  get commands(): readonly Command[] {
    return this.#atRange().commands;
  }

  /** The commands of subqueries. */
  get inner(): readonly Command[] {
    return this.#atRange().inner;
  }

  movedBy(more: number): ParsedSection {
    return new ParsedSection(this.reading, this.by + more);
  }

  #atRange(): Pick<SectionReading, 'segments' | 'commands' | 'inner'> {
    const { segments, commands, inner } = this.reading;
    return (this.#moved ??= shifted({ segments, commands, inner }, this.by));
  }
}

/** The index of the first section that ends at the position or after it. */
export function firstEndingAt(sections: readonly ParsedSection[], index: number): number {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.pipe ?? Infinity) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The section that contains an offset; a pipe belongs to the section that it ends. */
export function sectionAt(sections: readonly ParsedSection[], offset: number): ParsedSection | undefined {
  return sections[firstEndingAt(sections, offset)];
}

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
