import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inProject } from '../project.mjs';
import { keep } from './keep.mjs';

/** The headless Chromium of the npm package, with fonts from npm; for Linux x64. */
export async function bundledChromium() {
  const { version } = JSON.parse(readFileSync(inModules('@sparticuz/chromium/package.json'), 'utf8'));
  const folder = await keep(`chromium-${version}`, 'a headless Chromium', unpack);
  const executablePath = path.join(folder, 'chromium');
  const env = environment({
    FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    // The font cache is next to the fonts: without a home folder it would be created at every start.
    XDG_CACHE_HOME: path.join(folder, 'cache'),
  });
  if (starts(executablePath, env)) return { executablePath, args: ['--no-zygote'], env };

  // The package includes the libraries that are missing on this machine.
  const libraries = [path.join(folder, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean);
  return { executablePath, args: ['--no-zygote'], env: { ...env, LD_LIBRARY_PATH: libraries.join(':') } };
}

/**
 * The package unpacks into the temporary folder, and its libraries only in a cloud function; a separate
 * process sets both.
 * @param {string} folder
 */
async function unpack(folder) {
  const script = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
  await promisify(execFile)(process.execPath, ['-e', script], {
    cwd: inProject(),
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  await addFonts(folder);
  return folder;
}

/**
 * The package's font configuration refers to folders of another system, and it has no monospace and Korean
 * fonts.
 * @param {string} folder
 */
async function addFonts(folder) {
  const fonts = path.join(folder, 'fonts');
  await rename(fonts, path.join(folder, 'package-fonts'));
  await mkdir(fonts);
  await cp(path.join(folder, 'package-fonts', 'fonts'), fonts, { recursive: true });
  for (const file of fontFiles) await copyFile(inModules(file), path.join(fonts, path.basename(file)));
  await copyFile(fileURLToPath(new URL('fonts.conf', import.meta.url)), path.join(folder, 'fonts.conf'));
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

/**
 * @param {string} executablePath
 * @param {Record<string, string>} env
 */
function starts(executablePath, env) {
  try {
    execFileSync(executablePath, ['--version'], { env, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {Record<string, string>} additions
 * @returns {Record<string, string>}
 */
function environment(additions) {
  return /** @type {Record<string, string>} */ ({ ...process.env, ...additions });
}
