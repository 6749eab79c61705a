import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { lockFileName } from '../../core/project/fileNames';
import { findProjectFolder } from '../../core/project/projectFolder';
import type { ProjectFolder } from '../../core/project/projectFolder';
import { exitCodes, UsageError } from '../command';
import type { Command } from '../command';

const driver = 'logbench-lock';
const attributesFile = '.gitattributes';
const attributes = `${lockFileName} text eol=lf merge=${driver}`;

export const initCommand: Command = {
  name: 'init',
  parameters: '',
  summary: 'Makes Git merge the lock file entry by entry. Run it once in each clone.',
  options: {},
  async run({ args }, terminal) {
    if (args.length > 0)
      throw new UsageError('init takes no arguments. Run it in the folder of the project.');
    const folder = await findProjectFolder(process.cwd());
    const command = `${programName()} lock merge %O %A %B`;
    await configure(folder, 'name', 'Merges the lock file of Logbench by its entries');
    await configure(folder, 'driver', command);
    const isNew = await writeAttributes(folder);
    terminal.note(`Git merges ${lockFileName} with: ${command}`);
    if (isNew) terminal.note(`Commit ${attributesFile}, and run logbench init in each clone.`);
    return exitCodes.done;
  },
};

async function configure({ root }: ProjectFolder, key: string, value: string): Promise<void> {
  const args = ['-C', root, 'config', '--local', `merge.${driver}.${key}`, value];
  // Windows would start a program of this name in the current folder, which may be that of someone else.
  const options = { cwd: path.dirname(process.execPath), env: withoutKeys(process.env) };
  await promisify(execFile)('git', args, options).catch(() => {
    throw new UsageError(`${root} is not in a Git repository, or git could not be started.`);
  });
}

function withoutKeys(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('LOGBENCH_')));
}

/** Replaces an earlier line for the lock file. Returns whether the file has changed. */
async function writeAttributes(folder: ProjectFolder): Promise<boolean> {
  const before = folder.has(attributesFile) ? folder.read(attributesFile) : '';
  const end = before.includes('\r\n') ? '\r\n' : '\n';
  const lines = before.split(/\r?\n/).filter((line) => line.split(/\s/)[0] !== lockFileName);
  while (lines.at(-1) === '') lines.pop();
  const after = [...lines, attributes, ''].join(end);
  if (after === before) return false;
  await folder.write(attributesFile, after);
  return true;
}

/** As the shell of Git finds it: by its name where it is on the path, else where it is now. */
function programName(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const script = process.argv[1] ?? '';
  const isOnPath = folders.some(
    (folder) => path.isAbsolute(folder) && existsSync(path.join(folder, 'logbench')),
  );
  if (isOnPath || path.basename(script) !== 'cli.js') return 'logbench';
  return [process.execPath, realpathSync(script)].map(quoted).join(' ');
}

/** For a POSIX shell, which Git uses on Windows too; % is a placeholder of Git. */
function quoted(file: string): string {
  const name = file.split(path.sep).join('/').replaceAll("'", `'\\''`).replaceAll('%', '%%');
  return `'${name}'`;
}
