import type { Command } from '../ast';
import type { StretchReading } from '../readStretch';

/** A stretch and the text that it stands in now. All offsets are those of its reading. */
export class PlacedStretch {
  #commands: ReadonlyMap<number, Command> | undefined;
  /** From where on the next line break has been looked for, and where it was found. */
  #searchedFrom = Infinity;
  #lineBreak = 0;

  /** @param by how far the stretch stands behind the place that it was read at. */
  constructor(
    private readonly text: string,
    readonly reading: StretchReading,
    private readonly by: number,
  ) {}

  get textEnd(): number {
    return this.text.length - this.by;
  }

  slice(from: number, to: number): string {
    return this.text.slice(from + this.by, to + this.by);
  }

  find(wanted: string, from: number): number {
    const found = this.text.indexOf(wanted, from + this.by);
    return found < 0 ? found : found - this.by;
  }

  /** Whether this is what stands there. */
  reads(from: number, to: number, wanted: string): boolean {
    if (to - from !== wanted.length) return false;
    // Nearly always it is a blank or nothing.
    if (wanted === ' ') return this.text.charCodeAt(from + this.by) === blank;
    return wanted === '' || this.text.startsWith(wanted, from + this.by);
  }

  hasLineBreak(from: number, to: number): boolean {
    if (from < this.#searchedFrom || from > this.#lineBreak) {
      const found = this.find('\n', from);
      this.#searchedFrom = from;
      this.#lineBreak = found < 0 ? Infinity : found;
    }
    return this.#lineBreak < to;
  }

  /** The command that begins at an offset, be it in a subquery. */
  commandAt(from: number): Command | undefined {
    const { commands, inner } = this.reading;
    if (inner.length === 0) return commands.find((command) => command.from === from);
    this.#commands ??= new Map([...inner, ...commands].map((command) => [command.from, command]));
    return this.#commands.get(from);
  }
}

const blank = 32;
