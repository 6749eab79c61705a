import type { Command } from '../ast';
import type { SectionReading } from '../readSection';
import { Finder } from './finder';

/** A section and its current text. All offsets are those of its reading. */
export class SectionAtOffset {
  #commands: ReadonlyMap<number, Command> | undefined;
  readonly #lineBreaks: Finder;

  /** @param by the distance from the position at which it was read. */
  constructor(
    private readonly text: string,
    readonly reading: SectionReading,
    private readonly by: number,
  ) {
    this.#lineBreaks = new Finder(text, '\n');
  }

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

  /** Whether the text in the range equals `wanted`. */
  reads(from: number, to: number, wanted: string): boolean {
    if (to - from !== wanted.length) return false;
    // It is nearly always a space or empty.
    if (wanted === ' ') return this.text.charCodeAt(from + this.by) === blank;
    return wanted === '' || this.text.startsWith(wanted, from + this.by);
  }

  hasLineBreak(from: number, to: number): boolean {
    return this.#lineBreaks.isIn(from + this.by, to + this.by);
  }

  /** The command that starts at an offset, including those of subqueries. */
  commandAt(from: number): Command | undefined {
    const { commands, inner } = this.reading;
    if (inner.length === 0) return commands.find((command) => command.from === from);
    this.#commands ??= new Map([...inner, ...commands].map((command) => [command.from, command]));
    return this.#commands.get(from);
  }
}

const blank = 32;
