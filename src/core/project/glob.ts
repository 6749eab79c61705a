/** Whether a path with slashes matches a pattern of `*`, `**`, `?` and `{a,b}`. */
export function matchesGlob(path: string, pattern: string): boolean {
  let alternatives = known.get(pattern);
  if (alternatives === undefined) known.set(pattern, (alternatives = parse(pattern)));
  return alternatives.some((parts) => matches(path, parts));
}

/** The folder that contains all matches of the pattern; `''` for the root. */
export function folderOfGlob(pattern: string): string {
  const segments = pattern.split('/');
  const wild = segments.findIndex((segment) => /[*?{]/.test(segment));
  return segments.slice(0, wild === -1 ? segments.length - 1 : wild).join('/');
}

/**
 * Paths that match a pattern, with the stem as the name of the file: one for each combination of `{a,b}`. Without a
 * wildcard in its name, there is one path, whatever the stem.
 */
export function fillGlob(pattern: string, stem: string, extension: string): readonly string[] {
  const filled = parse(pattern).map((parts) => {
    const name = parts.findLastIndex((part) => part.includes('/'));
    const hasStem = parts.findIndex((part, index) => index > name && part.startsWith('*'));
    return parts
      .map((part, index) => {
        if (part === '?') return 'x';
        if (!part.startsWith('*')) return part;
        if (index <= name) return part === '**/' ? '' : 'pulled';
        if (index !== hasStem) return '';
        return index === parts.length - 1 ? `${stem}${extension}` : stem;
      })
      .join('');
  });
  return filled.filter((path) => matchesGlob(path, pattern));
}

/** The patterns in use, parsed. */
const known = new Map<string, readonly Parts[]>();

/** Texts and wildcards. */
type Parts = readonly string[];

/** `**` with a slash matches whole folders only if it is a whole segment. */
const part = /(?<=^|\/)\*\*\/|\*\*|\*|\?|\{[^{}/]*\}|[^*?{]+|\{/gu;
const maxAlternatives = 1000;

/** One list of parts for each combination of `{a,b}`; where there are too many, the braces are plain text. */
function parse(pattern: string): readonly Parts[] {
  let lists: readonly Parts[] = [[]];
  for (const token of pattern.match(part) ?? []) {
    const choices = token.length > 1 && token.startsWith('{') ? token.slice(1, -1).split(',') : [token];
    const texts = lists.length * choices.length > maxAlternatives ? [token] : choices;
    lists = lists.flatMap((parts) => texts.map((text) => [...parts, ...(text.match(part) ?? [])]));
  }
  return lists;
}

/** A wildcard that can match more than it does so far. */
interface Wildcard {
  readonly part: string;
  /** The part after it. */
  readonly next: number;
  /** Where its match ends. */
  end: number;
}

/**
 * Each wildcard matches as little as possible. Only the last `*` and the last `**` are extended: they can match
 * whatever earlier ones leave. A regular expression would try all combinations.
 */
function matches(path: string, parts: readonly string[]): boolean {
  const wildcards: Wildcard[] = [];
  let [at, index] = [0, 0];
  while (at < path.length || index < parts.length) {
    const part = parts[index] ?? '';
    const end = endOf(part, path, at);
    index++;
    if (part.startsWith('*')) remember(wildcards, { part, next: index, end });
    const found = end === -1 ? extendLast(wildcards, path) : { end, next: index };
    if (found === undefined) return false;
    ({ end: at, next: index } = found);
  }
  return true;
}

/** A `**` replaces all earlier wildcards, a `*` only a `*`. */
function remember(wildcards: Wildcard[], wildcard: Wildcard): void {
  if (wildcard.part !== '*') wildcards.length = 0;
  else if (wildcards.at(-1)?.part === '*') wildcards.pop();
  wildcards.push(wildcard);
}

/** Where the shortest match of a part ends; -1 if there is none. */
function endOf(part: string, path: string, at: number): number {
  if (part.startsWith('*')) return at;
  if (part !== '?') return part !== '' && path.startsWith(part, at) ? at + part.length : -1;
  const character = String.fromCodePoint(path.codePointAt(at) ?? slash);
  return character === '/' ? -1 : at + character.length;
}

const slash = 0x2f;

function extendLast(wildcards: Wildcard[], path: string): Wildcard | undefined {
  for (let last = wildcards.at(-1); last !== undefined; last = wildcards.at(-1)) {
    last.end = longerEnd(last, path);
    if (last.end > 0) return last;
    wildcards.pop();
  }
  return undefined;
}

/** Where the next longer match of a wildcard ends; 0 if there is none. */
function longerEnd({ part, end }: Wildcard, path: string): number {
  if (part === '**/') return path.indexOf('/', end) + 1;
  return end === path.length || (part === '*' && path[end] === '/') ? 0 : end + 1;
}
