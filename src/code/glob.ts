/** Whether a path with slashes matches a pattern of `*`, `**`, `?` and `{a,b}`. */
export function matchesGlob(path: string, pattern: string): boolean {
  return expressionOf(pattern).test(path);
}

/** The folder that everything of the pattern is in, `''` for the top. */
export function folderOfGlob(pattern: string): string {
  const segments = pattern.split('/');
  const wild = segments.findIndex((segment) => /[*?{]/.test(segment));
  return segments.slice(0, wild === -1 ? segments.length - 1 : wild).join('/');
}

const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(`^${pattern.replaceAll(token, translate)}$`, 'u');
    expressions.set(pattern, expression);
  }
  return expression;
}

const token = /\*\*\/|\*\*|\*|\?|\{[^{}/]*\}|[^*?{]|\{/gu;

function translate(part: string): string {
  if (part === '**/') return '(?:[^/]+/)*';
  if (part === '**') return '.*';
  if (part === '*') return '[^/]*';
  if (part === '?') return '[^/]';
  if (part.length > 1 && part.startsWith('{')) {
    return `(?:${part.slice(1, -1).split(',').map(escape).join('|')})`;
  }
  return escape(part);
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
