import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { keep } from '../keep.mjs';
import { inProject } from '../project.mjs';

/**
 * Fonts from npm for a browser on Linux, Korean and monospace ones too, so that text has the same width on every
 * machine, also on one without fonts. Other systems have fonts, which browsers find by themselves.
 * @returns {Promise<Record<string, string>>}
 */
export async function fontEnvironment() {
  if (process.platform !== 'linux') return {};
  const folder = await keep('fonts', 'fonts', collectFonts);
  return {
    FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    // Without a home folder, the cache would be created at every start.
    XDG_CACHE_HOME: path.join(folder, 'cache'),
  };
}

/** @param {string} folder */
async function collectFonts(folder) {
  const fonts = path.join(folder, 'fonts');
  await mkdir(fonts);
  const archive = path.join(folder, 'fonts.tar');
  await writeFile(
    archive,
    brotliDecompressSync(readFileSync(inModules('@sparticuz/chromium/bin/fonts.tar.br'))),
  );
  await promisify(execFile)('tar', ['-xf', archive, '-C', fonts]);
  for (const file of fontFiles) await copyFile(inModules(file), path.join(fonts, path.basename(file)));
  await copyFile(fileURLToPath(new URL('fonts.conf', import.meta.url)), path.join(folder, 'fonts.conf'));
  return folder;
}

const fontFiles = [
  ...['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono', 'DejaVuSansMono-Bold'].map(
    (name) => `dejavu-fonts-ttf/ttf/${name}.ttf`,
  ),
  ...['400Regular', '700Bold'].map(
    (weight) => `@expo-google-fonts/nanum-gothic/${weight}/NanumGothic_${weight}.ttf`,
  ),
];

/** @param {string} file */
function inModules(file) {
  return inProject('node_modules', file);
}
