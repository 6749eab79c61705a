import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { keep } from '../keep.mjs';
import { inProject } from '../project.mjs';

const run = promisify(execFile);

/** The headless Chromium of an npm package, which has one for Linux x64 alone. */
export async function npmChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const manifest = inProject('node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const folder = await keep(`chromium-npm-${version}`, 'Chromium from npm', unpack);
  // The package includes the libraries that some machines lack; a machine's own come first.
  const libraries = [process.env['LD_LIBRARY_PATH'], path.join(folder, 'al2023', 'lib')].filter(Boolean);
  const executablePath = path.join(folder, 'chromium');
  const starts = await run(executablePath, ['--version']).then(
    () => true,
    () => false,
  );
  return {
    executablePath,
    args: ['--no-zygote'],
    ...(!starts && { env: { LD_LIBRARY_PATH: libraries.join(':') } }),
  };
}

/**
 * The package unpacks into the temporary folder, and its libraries only in a cloud function; a separate
 * process sets both.
 * @param {string} folder
 */
async function unpack(folder) {
  const script = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
  await run(process.execPath, ['-e', script], {
    cwd: inProject(),
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  return folder;
}
