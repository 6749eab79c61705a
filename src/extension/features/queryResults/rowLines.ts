import type { Pieces } from '../../../core/api/runningQuery';

/** The lines that each chunk completes, without blank ones. */
export async function* linesOf(pieces: Pieces): AsyncGenerator<readonly string[]> {
  const isFilled = (line: string): boolean => line.trim() !== '';
  let rest = '';
  for await (const piece of decoded(pieces)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield lines.filter(isFilled);
  }
  yield [rest].filter(isFilled);
}

/** A chunk can end within a character. */
export async function* decoded(pieces: Pieces): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
