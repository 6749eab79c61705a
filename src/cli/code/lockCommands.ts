import path from 'node:path';
import { queryFileExtension, ruleExtension, staysInside } from '../../core/project/fileNames';
import type { Lock } from '../../core/project/lock';
import { findProjectFolder } from '../../core/project/projectFolder';
import type { ProjectFolder } from '../../core/project/projectFolder';
import { exitCodes, onlyArgument, textOption, UsageError } from '../command';
import type { Command, CommandInput } from '../command';
import { platformOptions } from '../target';

const options = {
  platform: { ...platformOptions.platform, summary: 'only its entries; by default, those of all platforms' },
};

export const forgetCommand: Command = {
  name: 'forget',
  parameters: 'PATH [OPTIONS]',
  summary: 'Removes a file from the lock file. The file and the query or rule stay as they are.',
  options,
  async run(input, terminal) {
    const file = onlyArgument(input, 'forget takes one path.');
    const folder = await findProjectFolder(process.cwd());
    const below = pathBelow(folder, file);
    await folder.changeLock((lock) => {
      for (const platform of platformsWith(lock, below, input)) lock.delete(platform, below);
    });
    terminal.note(`${below} is no longer in the lock file.`);
    return exitCodes.done;
  },
};

export const moveCommand: Command = {
  name: 'move',
  parameters: 'PATH PATH [OPTIONS]',
  summary: 'Tells the lock file that a file was moved, and changed so much that it is not recognized.',
  options,
  async run(input, terminal) {
    const [from, to, ...others] = input.args;
    if (from === undefined || to === undefined || others.length > 0) {
      throw new UsageError('move takes two paths: the one in the lock file, and that of the file.');
    }
    const folder = await findProjectFolder(process.cwd());
    const [before, after] = [pathBelow(folder, from), pathBelow(folder, to)];
    if (before.endsWith(ruleExtension)) {
      throw new UsageError(
        'A moved file of a detection rule is recognized by its GUID without this command.',
      );
    }
    if (!folder.has(after) || !after.endsWith(queryFileExtension)) {
      throw new UsageError(`There is no file ${after}. Move the file first.`);
    }
    await folder.changeLock((lock) => {
      for (const platform of platformsWith(lock, before, input)) {
        const entry = lock.of(platform).get(before);
        if (lock.of(platform).has(after)) throw new UsageError(`${after} is already in the lock file.`);
        lock.delete(platform, before);
        if (entry !== undefined) lock.set(platform, after, entry);
      }
    });
    terminal.note(`${before} is ${after} in the lock file.`);
    return exitCodes.done;
  },
};

function pathBelow(folder: ProjectFolder, file: string): string {
  const below = path.relative(folder.root, path.resolve(file)).split(path.sep).join('/');
  if (!staysInside(below)) throw new UsageError(`${file} is not in the folder of the project.`);
  return below;
}

/** Rejects a path without an entry, because a typing mistake would look like success. */
function platformsWith(lock: Lock, file: string, input: CommandInput): readonly string[] {
  const only = textOption(input, 'platform');
  const found = lock.platformsOf(file).filter((name) => (only ?? name) === name);
  if (found.length === 0) throw new UsageError(`The lock file has no entry for ${file}.`);
  return found;
}
