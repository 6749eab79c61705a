import type { SensitiveKind } from './sensitiveColumns';

/** A range of text that identifies a person, an address or a host. */
export interface SensitiveRange {
  readonly kind: SensitiveKind;
  readonly from: number;
  readonly to: number;
}

/** Finds sensitive values in free text, such as a log line. Sorted by position, without overlaps. */
export function sensitiveRanges(text: string): readonly SensitiveRange[] {
  const positions: SensitiveRange[] = [];
  let rest = text;
  for (const [kind, pattern] of patterns) {
    rest = rest.replace(pattern, (match: string, ...details: readonly unknown[]) => {
      const { value, start, from } = valueIn(match, details);
      if (value === '' || value.includes(taken)) return match;
      positions.push({ kind, from, to: from + value.length });
      const offset = from - start;
      return match.slice(0, offset) + taken.repeat(value.length) + match.slice(offset + value.length);
    });
  }
  return positions.sort((one, other) => one.from - other.from);
}

/** Replaces text that an earlier pattern has matched. */
const taken = '\u0000';

/** Masks only the value, so that the key, such as `user=`, stays readable. */
function valueIn(match: string, details: readonly unknown[]) {
  const groups = details.at(-1);
  const named: unknown = typeof groups === 'object' && groups !== null && 'value' in groups && groups.value;
  const value = typeof named === 'string' ? named : match;
  const start = details.find((detail) => typeof detail === 'number') ?? 0;
  return { value, start, from: start + match.lastIndexOf(value) };
}

const byte = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const group = '[0-9a-f]{1,4}';

/** Two-letter country codes are left out because many file extensions look like them. */
const endings =
  'com|net|org|edu|gov|mil|int|info|biz|io|dev|app|cloud|local|localdomain|internal|intranet|lan|corp|home|arpa|' +
  'kr|jp|cn|tw|hk|us|uk|de|fr|nl|be|ch|at|it|es|pt|se|no|fi|dk|cz|pl|ru|ua|tr|in|sg|vn|th|au|nz|ca|br|mx|eu|test|example|invalid';

const userWords = 'user(?:[ _-]?name|[ _-]?id)?|usr|login(?:[ _-]?name)?|account(?:[ _-]?name)?|사용자|계정';
const hostWords = 'host(?:[ _-]?name)?|computer(?:[ _-]?name)?|machine|workstation|device|호스트|컴퓨터';

/** Words that follow a key in the title of a query, and are not names. */
const noWord =
  '(?!(?:a|all|an|and|any|are|at|by|changed|changes|created|deleted|disabled|disk|enabled|failed|failures?|from|full|' +
  'has|high|in|is|locked|low|many|multiple|names?|new|no|not|of|on|or|per|port|removed|several|suspicious|the|to|too|' +
  'unusual|was|with|without)(?![\\p{L}\\p{N}_.$@-]))';

/** In order of precedence. */
const patterns: readonly (readonly [SensitiveKind, RegExp])[] = [
  ['mail', /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu],
  ['ip', new RegExp(`(?<![\\d.])${byte}(?:\\.${byte}){3}(?![\\d]|\\.\\d)`, 'g')],
  [
    'ip',
    new RegExp(
      `(?<![\\w:])(?:(?:${group}:){7}${group}|(?:${group}:){1,7}:(?:${group}(?::${group}){0,5})?|::(?:${group}:){0,5}${group})(?![\\w:])`,
      'gi',
    ),
  ],
  ['host', /(?<![\w:-])[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}(?![\w:-])/gi],
  // `user=kim`, `"userName":"kim"`, `user: kim`
  ['user', keyed(userWords)],
  ['host', keyed(hostWords)],
  // `Failed password for kim from …`, `for invalid user kim`
  ['user', new RegExp(`(?<=\\b(?:invalid|for|by) user )${noWord}(?<value>[\\w.$-]+)`, 'giu')],
  [
    'user',
    new RegExp(
      `(?<=\\b(?:password|publickey|session \\w+) for )(?!invalid|user)${noWord}(?<value>[\\w.$-]+)`,
      'giu',
    ),
  ],
  [
    'user',
    /(?<=(?:[/\\]home[/\\]|\b[a-z]:\\{1,2}(?:users|documents and settings)\\{1,2}|\/users\/))[^\s/\\"':;,]+/giu,
  ],
  ['user', /(?<=:\/\/)[^\s/@:]+(?::[^\s/@]*)?(?=@)/gu],
  // `CORP\kim`, and not a path such as `C:\Windows\System32`
  ['user', /(?<![\w\\:.])[A-Z][A-Z0-9-]{1,14}\\[\w.$-]+(?![\w\\])/gu],
  [
    'host',
    new RegExp(
      `(?<![\\w.@/\\\\-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+(?:${endings})(?![\\w-]|\\.\\w)`,
      'gi',
    ),
  ],
  // `https://siem/…`, `https://kim@siem:8443`
  ['host', /(?<=:\/\/(?:[^\s/@]*@)?)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9-]+(?![\w@-]|\.\w)/gi],
];

/** A name, `=`, `:` or a comparison operator, and a value with or without quotes. */
function keyed(text: string): RegExp {
  const quote = `(?:\\\\?["'])?`;
  return new RegExp(
    `(?<![\\p{L}])(?:\\p{L}+[._-])?(?:${text})${quote}\\s*(?:[=!]=|[=:])\\s*${quote}(?!null\\b|-(?:\\s|$)|\\*+(?![^\\s"'“”]))${noWord}(?<value>[^\\s"'“”‘’\\\\,;&|)\\]}]+)`,
    'giu',
  );
}
