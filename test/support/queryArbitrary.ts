import fc from 'fast-check';

/** Valid queries of the core commands with unusual spacing. */
export const arbitraryQuery: fc.Arbitrary<string> = fc.letrec<{
  query: string;
  command: string;
  expression: string;
}>((tie) => ({
  query: fc
    .tuple(fc.array(tie('command'), { minLength: 1, maxLength: 5 }), blank())
    .map(([commands, gap]) => commands.join(`${gap}|${gap}`)),
  command: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    spaced('table', option('duration', '1d'), list(fc.constantFrom('web_access', 'fw-*', 'dns?', '로그'))),
    spaced('search', tie('expression')),
    spaced('eval', list(spaced(name(), fc.constant('='), tie('expression')))),
    spaced('fields', fc.constantFrom('', '-'), list(name())),
    spaced('rename', list(spaced(name(), fc.constant('as'), name()))),
    spaced(
      'stats',
      list(fc.constantFrom('count', 'sum( a )', 'avg(b+1) as c')),
      fc.constant('by'),
      list(name()),
    ),
    spaced('sort', option('limit', '3'), list(fc.constantFrom('a', '-b', '- c'))),
    spaced('#', fc.constantFrom('a note', 'two  blanks', '[ a | b ]', '"x | y"')),
    spaced('foreign', fc.constantFrom("a='b  c'", 'x -- y', 'k=v  /path')),
    fc.constantFrom('limit 5', 'drop', 'json "[{\'a\':  1}]"', 'parsejson  overlay=t'),
    spaced('join', list(name()), fc.constant('['), tie('query'), fc.constant(']')),
    spaced('union', fc.constant('['), tie('query'), fc.constant(']')),
  ),
  expression: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      name(),
      fc.constantFrom('1', '2.5', '"te xt"', 'true', 'null', '$("p", 1)', 'field("a b")', 'now( )'),
    ),
    spaced(
      tie('expression'),
      fc.constantFrom('==', '!=', '<', '>=', '+', '-', '*', '/', 'and', 'or'),
      tie('expression'),
    ),
    spaced(fc.constant('('), tie('expression'), fc.constant(')')),
    spaced(fc.constant('-'), tie('expression')),
    spaced(fc.constant('if('), tie('expression'), fc.constant(','), tie('expression'), fc.constant(', 0)')),
  ),
})).query;

function name(): fc.Arbitrary<string> {
  return fc.constantFrom('a', 'bytes', 'src_ip', 'x.y', '필드');
}

function option(key: string, value: string): fc.Arbitrary<string> {
  return fc.constantFrom('', `${key}=${value}`, `${key}="${value}"`, `${key}=$("${key}", "${value}")`);
}

function list(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(item, { minLength: 1, maxLength: 4 }), fc.constantFrom(',', ', ', ' ,', '\n,\t'))
    .map(([items, comma]) => items.join(comma));
}

function blank(): fc.Arbitrary<string> {
  return fc.constantFrom(' ', '  ', '\n', '\t', ' \n  ');
}

function spaced(...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> {
  const texts = parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part));
  return fc.tuple(blank(), ...texts).map(([gap, ...args]) => args.filter((word) => word !== '').join(gap));
}
