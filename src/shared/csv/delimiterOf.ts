/** The most frequent delimiter of the header line. */
export function delimiterOf(header: string): string {
  const line = header.split(/[\r\n]/, 1)[0] ?? '';
  const count = (candidate: string): number => line.split(candidate).length;
  return [',', '\t', ';', '|'].reduce((best, candidate) =>
    count(candidate) > count(best) ? candidate : best,
  );
}
