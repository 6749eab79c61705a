import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { ConvertedRule } from '../../sigma/convertCollection';
import { UsageError } from '../command';

const expectations = z.record(z.string(), z.union([z.number(), z.array(z.number())]));

/** The expected hits of a rule: their number, or the lines of the events. */
type Expected = number | readonly number[];

/** The expected hits by ID, title or the end of the path of a rule. */
export class ExpectedHits {
  readonly #unused: Set<string>;
  #unmet = 0;

  private constructor(private readonly hits: Readonly<Record<string, Expected>>) {
    this.#unused = new Set(Object.keys(hits));
  }

  /** Without a file, nothing is expected. */
  static async read(file: string | undefined): Promise<ExpectedHits> {
    if (file === undefined) return new ExpectedHits({});
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) throw new UsageError(`There is no file ${file}.`);
    const parsed = expectations.safeParse(jsonIn(text));
    if (parsed.success) return new ExpectedHits(parsed.data);
    throw new UsageError(
      `${file} must be a JSON object: for the ID, title or path of each rule, the number of hits or the lines of the events.`,
    );
  }

  /** What is expected of a rule, and whether that was found. Undefined if nothing is expected. */
  compare(
    rule: ConvertedRule,
    hits: number | undefined,
    lines: readonly number[] | undefined,
  ): { readonly expected: Expected; readonly isMet: boolean } | undefined {
    const key = Object.keys(this.hits).find((name) => isOf(rule, name));
    const expected = key === undefined ? undefined : this.hits[key];
    if (key === undefined || expected === undefined) return undefined;
    this.#unused.delete(key);
    const isMet = isFound(expected, hits, lines);
    if (!isMet) this.#unmet += 1;
    return { expected, isMet };
  }

  /** What is not as expected of the rules that were compared, as sentences. */
  problems(): readonly string[] {
    return [
      ...[...this.#unused].map((name) => `There is no rule ${name}, of which hits are expected.`),
      ...(this.#unmet > 0 ? [`${this.#unmet} rules do not have the expected hits.`] : []),
    ];
  }
}

function isFound(
  expected: Expected,
  hits: number | undefined,
  lines: readonly number[] | undefined,
): boolean {
  const count = typeof expected === 'number' ? expected : expected.length;
  if (typeof expected === 'number' || lines === undefined) return hits === count;
  return String(lines) === String([...expected].sort((one, other) => one - other));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isOf({ file, information }: ConvertedRule, name: string): boolean {
  if (name.toLowerCase() === information?.id?.toLowerCase() || name === information?.title) return true;
  return `/${file.replaceAll('\\', '/')}`.endsWith(`/${name}`);
}
