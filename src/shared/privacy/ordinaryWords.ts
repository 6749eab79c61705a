/**
 * Whether a value of a sensitive column is also an ordinary word. It is masked in its column only: as a word of
 * other texts it identifies nobody, and sentences would become unreadable.
 */
export function isOrdinaryWord(value: string): boolean {
  return /^\d{1,5}$/.test(value) || ordinaryWords.has(value.toLowerCase());
}

/** Accounts and hosts that every system has, results of actions, and words of this product. */
const ordinaryWords: ReadonlySet<string> = new Set(
  (
    'admin administrator root system guest nobody anonymous service services user users operator backup test ' +
    'default local localhost server client host network domain workgroup windows linux android mobile desktop ' +
    'success successful succeeded fail failed failure failures error errors denied deny allow allowed accept ' +
    'accepted rejected invalid valid locked unlocked enabled disabled active inactive open opened close closed ' +
    'attempt attempts login logon logout account password changed created deleted remote internal external true ' +
    'false null none unknown other empty query queries table tables rule rules search fields field stats count ' +
    'time line name type version upload uploads audit logs logbench connection platform draft drafts'
  ).split(' '),
);
