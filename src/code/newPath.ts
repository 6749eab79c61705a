import { queryFileExtension } from './fileNames';
import { folderOfGlob, matchesGlob } from './glob';
import type { Project } from './project';

/** A path for a new file, named for the query, that is none of the used ones, which are given by their `pathKey`. */
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

/** The same for paths that are one and the same file on some systems: neither case nor composition of letters count. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Names that Windows keeps for itself, and that would be devices there. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])(\..*)?$/i;
/** What no file name may have somewhere, and what would make a name look like another one. */
const unsafe = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF\u200B<>:"/\\|?*]+/gu;

/** A name of a file on every system: no slashes, no leading dot, nothing that means something else somewhere. */
export function safeFileName(name: string): string {
  const safe = shorten(name.normalize('NFC').replaceAll(unsafe, '-'))
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  return safe === '' || reserved.test(safe) ? `query-${safe}`.replace(/-$/, '') : safe;
}

const maxCharacters = 100;
/** A name has 255 bytes on most systems, and a number, a GUID or an extension may have to be added to this one. */
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
