/** Whether a path with slashes matches a pattern of `*`, `**`, `?` and `{a,b}`. */
export function matchesGlob(path: string, pattern: string): boolean {
  return matcherOf(pattern)(path);
}

/** The folder that contains all matches of the pattern; `''` for the root. */
export function folderOfGlob(pattern: string): string {
  const segments = pattern.split('/');
  const wild = segments.findIndex((segment) => /[*?{]/.test(segment));
  return segments.slice(0, wild === -1 ? segments.length - 1 : wild).join('/');
}

type Matcher = (path: string) => boolean;

const matchers = new Map<string, Matcher>();

function matcherOf(pattern: string): Matcher {
  let matcher = matchers.get(pattern);
  if (matcher === undefined) matchers.set(pattern, (matcher = buildMatcher(pattern)));
  return matcher;
}

const part = /\*\*\/|\*\*|\*|\?|\{[^{}/]*\}|[^*?{]+|\{/gu;
/** A regular expression backtracks over its wildcards: with more of them, it would take too long. */
const maxInExpression = 2;

function buildMatcher(pattern: string): Matcher {
  const parts = pattern.match(part) ?? [];
  if (parts.filter((one) => one.startsWith('*')).length > maxInExpression) {
    return (path) => matchesFrom(path, 0, parts, 0, new Set());
  }
  const expression = new RegExp(`^${parts.map(translate).join('')}$`, 'u');
  return (path) => expression.test(path);
}

function translate(one: string): string {
  if (one === '**/') return '(?:[^/]+/)*';
  if (one === '**') return '.*';
  if (one === '*') return '[^/]*';
  if (one === '?') return '[^/]';
  return `(?:${alternativesOf(one).map(escape).join('|')})`;
}

function alternativesOf(one: string): readonly string[] {
  return one.length > 1 && one.startsWith('{') ? one.slice(1, -1).split(',') : [one];
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Whether the path from an offset matches the parts from an index. Failed combinations are remembered. */
function matchesFrom(
  path: string,
  from: number,
  parts: readonly string[],
  at: number,
  failed: Set<number>,
): boolean {
  const one = parts[at];
  if (one === undefined) return from === path.length;
  const key = at * (path.length + 1) + from;
  if (failed.has(key)) return false;
  const isMatch =
    endsOf(one, path, from).some((end) => matchesFrom(path, end, parts, at + 1, failed)) ||
    longerOf(one, path, from).some((next) => matchesFrom(path, next, parts, at, failed));
  if (!isMatch) failed.add(key);
  return isMatch;
}

/** Where the path can continue after a part; for a wildcard, with an empty match. */
function endsOf(one: string, path: string, from: number): readonly number[] {
  if (one.startsWith('*')) return [from];
  if (one === '?') {
    const character = String.fromCodePoint(path.codePointAt(from) ?? 0x2f);
    return character === '/' ? [] : [from + character.length];
  }
  return alternativesOf(one).flatMap((text) => (path.startsWith(text, from) ? from + text.length : []));
}

/** Where a wildcard can continue after one more character or folder. */
function longerOf(one: string, path: string, from: number): readonly number[] {
  if (one === '**/') {
    const slash = path.indexOf('/', from);
    return slash <= from ? [] : [slash + 1];
  }
  const isTaken = one === '**' || (one === '*' && path[from] !== '/');
  return isTaken && from < path.length ? [from + 1] : [];
}
