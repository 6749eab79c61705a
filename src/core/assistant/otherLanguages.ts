import names from './otherLanguages.json';

/** Terms of SQL, SPL and KQL with their equivalents: models use them from habit, and users search by them. */
const commandNames: Readonly<Record<string, string>> = names;

/** The commands and functions that correspond to a word of another language. */
export function namesHere(word: string): readonly string[] {
  const name = word.toLowerCase();
  return Object.hasOwn(commandNames, name) ? (commandNames[name]?.split(' ') ?? []) : [];
}
