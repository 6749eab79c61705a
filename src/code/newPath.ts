import { queryFileExtension } from './fileNames';
import { folderOfGlob, matchesGlob } from './glob';
import type { Project } from './project';

const longestName = 100;

/** A path for a new file, named for the query, that no file has, in whatever case its letters are. */
export function newPath(name: string, { files }: Project, used: ReadonlySet<string>): string {
  const pattern = files[0] ?? '';
  const folder = folderOfGlob(pattern);
  const fits = matchesGlob(inFolder(folder, `x${queryFileExtension}`), pattern);
  const place = fits ? folder : inFolder(folder, 'pulled');
  const stem = safeFileName(name);
  for (let count = 1; ; count++) {
    const path = inFolder(place, `${stem}${count === 1 ? '' : `-${count}`}${queryFileExtension}`);
    if (!used.has(path.toLowerCase())) return path;
  }
}

function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Names that Windows keeps for itself, and that would be devices there. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/** A name of a file on every system: no slashes, no leading dot, nothing that means something else somewhere. */
export function safeFileName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}<>:"/\\|?*]+/gu, '-')
    .slice(0, longestName)
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '');
  return safe === '' || reserved.test(safe) ? `query-${safe}`.replace(/-$/, '') : safe;
}
