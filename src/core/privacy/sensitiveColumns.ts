/**
 * What a value identifies: a user, an IP address, a mail address, a host; or a value that is a secret or that the
 * user calls sensitive.
 */
export type SensitiveKind = (typeof sensitiveKinds)[number];

export const sensitiveKinds = ['user', 'ip', 'mail', 'host', 'value'] as const;

/** A column whose values are masked as a whole. */
export interface SensitiveColumn {
  readonly kind: SensitiveKind;
  /** Whether numbers are masked too. Counts, as in `dc(user)` or `hosts`, are not sensitive. */
  readonly masksNumbers: boolean;
}

/**
 * Whether the values of a column are sensitive, by its name.
 *
 * @param named columns that the user calls sensitive; `*` matches any characters, and case is ignored.
 */
export function sensitiveColumn(name: string, named: readonly string[] = []): SensitiveColumn | undefined {
  const inner = /^\w+\((.*)\)$/s.exec(name.trim())?.[1];
  if ([name, inner ?? name].some((column) => isNamed(column, named)))
    return { kind: 'value', masksNumbers: true };
  const words = wordsOf(inner ?? name);
  const kind = kindOfWords(words);
  return kind && { kind, masksNumbers: inner === undefined && !words.some((word) => word.endsWith('s')) };
}

function isNamed(name: string, named: readonly string[]): boolean {
  return named.some((pattern) => patternOf(pattern).test(name));
}

function patternOf(pattern: string): RegExp {
  const literals = pattern.split(/\*+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literals.join('.*')}$`, 'is');
}

/** `sourceIPAddress`, `source_ip.address` and `Source IP Address` are the same three words. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** A name with one of these words does not identify a user, address or host: `user_agent`, `ip_version`. */
const harmless: ReadonlySet<string> = new Set(
  'agent count type role status state time date port version total limit size bytes os family'.split(' '),
);

/** In order of precedence: a `mail_address` is not an IP address, a `host_ip` is not a host name. */
const kinds: readonly (readonly [SensitiveKind, ReadonlySet<string>])[] = [
  ['mail', new Set('mail email emails mailbox sender recipient recipients 메일 이메일'.split(' '))],
  ['ip', new Set('ip ips ipv4 ipv6 addr address addresses xff 아이피 주소'.split(' '))],
  [
    'user',
    new Set(
      (
        'user users username usernames usr login logon loginname account accounts accountname owner principal ' +
        'caller actor employee identity upn sid reviewer auditor assignee assignees 사용자 계정 아이디 사번'
      ).split(' '),
    ),
  ],
  [
    'host',
    new Set(
      (
        'host hosts hostname hostnames computer computername machine workstation device devicename server ' +
        'servername fqdn domain dns mac 호스트 호스트명 컴퓨터 서버'
      ).split(' '),
    ),
  ],
];

/** A name that ends so has a secret. `PasswordLastSet` has a time, and `tokens` are counted. */
const secrets =
  /(?:^| )(?:passwords?|passwd|pwd|passphrase|secrets?|token|credentials?|cookies?|authorization|(?:api|access|private|secret|encryption) ?keys?|비밀번호|암호|토큰)$/;

function kindOfWords(words: readonly string[]): SensitiveKind | undefined {
  if (words.some((word) => harmless.has(word))) return undefined;
  if (secrets.test(words.join(' '))) return 'value';
  return kinds.find(([, known]) => words.some((word) => known.has(word)))?.[0];
}
