import { queryFileExtension } from './fileNames';
import { folderOfGlob, matchesGlob } from './glob';
import type { Project } from './project';

/** An unused path for a new file, named after the query. Used paths are given by their `pathKey`. */
export function newPath(name: string, { files }: Project, used: ReadonlySet<string>): string {
  const pattern = files[0] ?? '';
  const folder = folderOfGlob(pattern);
  const fits = matchesGlob(inFolder(folder, `x${queryFileExtension}`), pattern);
  const place = fits ? folder : inFolder(folder, 'pulled');
  const stem = safeFileName(name);
  for (let count = 1; ; count++) {
    const path = inFolder(place, `${stem}${count === 1 ? '' : `-${count}`}${queryFileExtension}`);
    if (!used.has(pathKey(path))) return path;
  }
}

/** Equal for paths that are the same file on some systems: ignores case and Unicode composition. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Reserved device names on Windows. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])(\..*)?$/i;
/** Characters that are not allowed in file names on some system, or that imitate another name. */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF\u200B<>:"/\\|?*]+/gu;

/** A valid file name on every system, without slashes, leading dots and special characters. */
export function safeFileName(name: string): string {
  const safe = shorten(name.normalize('NFC').replaceAll(unsafe, '-'))
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  return safe === '' || reserved.test(safe) ? `query-${safe}`.replace(/-$/, '') : safe;
}

const maxCharacters = 100;
/** Most systems limit names to 255 bytes, and a number, GUID or extension may be added. */
const maxBytes = 180;

function shorten(name: string): string {
  let [kept, bytes] = ['', 0];
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (kept.length + character.length > maxCharacters || bytes > maxBytes) return kept;
    kept += character;
  }
  return kept;
}
