export interface Place {
  /** Both are one-based. */
  readonly line: number;
  readonly column: number;
}

export function locate(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
