import { t } from '../../shared/localize';

/** The meaning of a rejection and what to do next. Undefined for unknown messages of the platform. */
export function knownRefusal(message: string): string | undefined {
  for (const [pattern, sentence] of refusals) {
    const found = pattern.exec(message);
    if (found !== null) return sentence(found.slice(1));
  }
  return undefined;
}

type Sentence = (parts: readonly (string | undefined)[]) => string;

const refusals: readonly (readonly [pattern: RegExp, sentence: Sentence])[] = [
  [
    /^duplicated name: (.+)$/s,
    ([name]) => t('The name “{0}” is already in use. Choose another one.', name ?? ''),
  ],
  [
    /^(batch|stream) rule not found: (.+)$/,
    ([kind, guid]) =>
      kind === 'batch'
        ? t('There is no batch rule {0}. Refresh the explorer, or check the GUID.', guid ?? '')
        : t('There is no stream rule {0}. Refresh the explorer, or check the GUID.', guid ?? ''),
  ],
  [
    /^(?:batch|stream) rule snapshot not found: (\S+) v(-?\d+)$/,
    ([guid, version]) =>
      t('The rule {0} has no version {1}. Select one of the versions below it.', guid ?? '', version ?? ''),
  ],
  [
    /^(?:batch|stream) rule is already (enabled|disabled): /,
    ([state]) =>
      state === 'enabled' ? t('The rule is already enabled.') : t('The rule is already disabled.'),
  ],
  [
    /^guid should be guid type\.$/,
    () => t('This is not a valid GUID. A GUID has 36 characters, including four hyphens.'),
  ],
  [/^version should be (?:integer type|not null)/, () => t('A version is a whole number, 1 or greater.')],
  [
    /^upload stream not found: /,
    () =>
      t(
        'The platform has no such upload for this address. An upload can be continued or canceled only from the address that started it. On a remote host, this is the address of the remote machine.',
      ),
  ],
  [/^\(10605\) /, () => t('The query reads a table that does not exist. Check the names of its tables.')],
  [
    /^\(10606\) /,
    () => t('The query reads a table that your account cannot read. Ask an administrator for permission.'),
  ],
  [/^table not found: (.+)$/, ([table]) => t('There is no table “{0}”. Select another one.', table ?? '')],
];
