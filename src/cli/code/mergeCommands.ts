import { writeFile } from 'node:fs/promises';
import { findProjectFolder } from '../../core/project/projectFolder';
import { mergeLocks, repairLock } from '../../core/project/mergeLocks';
import { lockFileName } from '../../core/project/fileNames';
import { exitCodes, readTextFile, UsageError } from '../command';
import type { Command } from '../command';
import type { Terminal } from '../terminal';

export const lockMergeCommand: Command = {
  name: 'lock merge',
  parameters: 'BASE OURS THEIRS',
  summary: 'Merges two versions of the lock file into OURS, for Git. Set up with logbench init.',
  options: {},
  async run({ args }, terminal) {
    const [base, ours, theirs, ...others] = args;
    if (base === undefined || ours === undefined || theirs === undefined || others.length > 0) {
      throw new UsageError('lock merge takes three files: the common ancestor, ours and theirs.');
    }
    const read = async (file: string): Promise<string> => readTextFile(file, `${file} cannot be read.`);
    const { text, disputed } = mergeLocks(await read(base), await read(ours), await read(theirs));
    await writeFile(ours, text);
    noteDisputed(disputed, terminal);
    return exitCodes.done;
  },
};

export const lockRepairCommand: Command = {
  name: 'lock repair',
  parameters: '',
  summary: 'Repairs a lock file with the conflict markers or double entries of a merge.',
  options: {},
  async run({ args }, terminal) {
    if (args.length > 0) throw new UsageError('lock repair takes no arguments.');
    const folder = await findProjectFolder(process.cwd());
    let repaired: ReturnType<typeof repairLock>;
    await folder.rewriteLock((text) => {
      repaired = repairLock(text);
      return repaired?.text ?? text;
    });
    if (repaired === undefined) terminal.note(`${lockFileName} is not damaged.`);
    else {
      noteDisputed(repaired.disputed, terminal);
      for (const key of repaired.dropped) terminal.note(`removed, because it cannot be read: ${key}`);
      terminal.note(`${lockFileName} is repaired. Run logbench plan to compare it with the platform.`);
    }
    return exitCodes.done;
  },
};

function noteDisputed(keys: readonly string[], terminal: Terminal): void {
  for (const key of keys) terminal.note(`differs on both sides, ours is taken: ${key}`, 'yellow');
  if (keys.length > 0) terminal.note('Run logbench plan to compare them with the platform.');
}
