import { noWidth } from '../shared/plainText';

export const documentScheme = 'logbench-document';

/**
 * The path of a document that is only there to be read. VS Code names a tab after its address, by a pattern in the
 * manifest: below a folder that nobody else has, the connection first and the title last, as a folder of its own
 * since a file's name ends for VS Code at the first dot.
 */
export function documentPath(parts: readonly string[]): string {
  const safe = parts.map(safePart);
  const file = safe.at(-1) ?? '';
  const title = safePart(file.replace(/\.[^.]*$/, ''));
  return ['', documentScheme, ...safe.slice(0, -1), title, file].join('/');
}

/** What the path was made of. */
export function documentParts(path: string): readonly string[] {
  const parts = path.split('/').slice(2).map(originalPart);
  return parts.filter((_, index) => index !== parts.length - 2);
}

/** Whether a document with this path is about the connection with this name. */
export function isAbout(path: string, connectionName: string): boolean {
  return path.split('/')[2] === safePart(connectionName);
}

function safePart(part: string): string {
  // VS Code takes these for ways through folders, and cannot write half of a character as an address.
  if (/^\.+$/.test(part)) return part.replaceAll('.', dotLeader);
  const whole = part.replace(/\p{Surrogate}/gu, '\ufffd');
  // VS Code puts the paths of documents into its own messages as they are, and would see a link there.
  return whole.replaceAll('/', '∕').replaceAll('](', `]${noWidth}(`);
}

function originalPart(part: string): string {
  if (onlyDotLeaders.test(part)) return part.replaceAll(dotLeader, '.');
  return part.replaceAll('∕', '/').replaceAll(`]${noWidth}(`, '](');
}

/** Looks like a dot. */
const dotLeader = '\u2024';
const onlyDotLeaders = /^\u2024+$/;
