import { readFile } from 'node:fs/promises';
import { inProject } from '../../../scripts/project.mjs';

/** The commands that the README lists under one of its headings, one per line. */
export async function readmeCommands(heading: string): Promise<readonly string[]> {
  const readme = await readFile(inProject('README.md'), 'utf8');
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [, block = ''] = /```sh\n([^]*?)```/.exec(section) ?? [];
  return block.split('\n').filter((line) => line.trim() !== '');
}
