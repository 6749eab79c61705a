import { t } from '../base/localize';
import { projectFileName, queryFileExtension } from './fileNames';
import { fillGlob } from './glob';
import type { Project } from './project';

/**
 * An unused path for a new file, named after the query, that a pattern of the project matches; undefined if there is
 * none. Used paths are given by their `pathKey`.
 */
export function newPath(name: string, { files }: Project, used: ReadonlySet<string>): string | undefined {
  const stem = safeFileName(name);
  for (const pattern of files) {
    const tried = new Set<string>();
    for (let count = 1; ; count++) {
      const paths = fillGlob(pattern, count === 1 ? stem : `${stem}-${count}`, queryFileExtension);
      const free = paths.find((path) => !used.has(pathKey(path)));
      if (free !== undefined) return free;
      if (paths.every((path) => tried.has(path))) break;
      for (const path of paths) tried.add(path);
    }
  }
  return undefined;
}

/** A new file would be taken for a deleted one by the next plan, because it would not be found again. */
export function noNewPath(name: string): string {
  return t(
    'No new file for “{0}” can match “files” in {1}. Add a pattern such as “{2}”.',
    name,
    projectFileName,
    'scheduled-queries/**/*.lq',
  );
}

/** Equal for paths that are the same file on some systems: ignores case and Unicode composition. */
export function pathKey(path: string): string {
  return path.normalize('NFC').toLowerCase();
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

/** The mapping of Sigma rules for all platforms. */
export const generalMapping = 'sigma-map.yaml';

/** The files that can have the mapping in a folder, the one for the platform first. */
export function mappingNames(platform: string | undefined): readonly string[] {
  return platform === undefined
    ? [generalMapping]
    : [`sigma-map.${safeFileName(platform)}.yaml`, generalMapping];
}
