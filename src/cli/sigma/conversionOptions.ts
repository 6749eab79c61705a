import { readFile, stat } from 'node:fs/promises';
import { defaultMapping } from '../../sigma/defaultMapping';
import { emptyMapping, readMapping } from '../../sigma/mapping';
import type { SigmaMapping } from '../../sigma/mapping';
import type { ConversionOptions } from '../../sigma/convertRule';
import type { SigmaFile } from '../../sigma/convertCollection';
import { readRuleFiles } from '../../sigma/readRuleFiles';
import { SigmaRefusal } from '../../sigma/sigmaRefusal';
import { readTimeSpan } from '../../language/values';
import { textOption, UsageError } from '../command';
import type { CommandInput } from '../command';

/** With a table and without a mapping, all names are kept. */
export async function conversionOptions(input: CommandInput): Promise<ConversionOptions> {
  const [file, table] = [textOption(input, 'map'), textOption(input, 'table')];
  const duration = textOption(input, 'duration');
  if (duration !== undefined && typeof readTimeSpan(duration) === 'string') {
    throw new UsageError(`--duration must be a span such as 1d, not ${duration}.`);
  }
  if (table !== undefined && !/^[\p{L}\p{N}_*-]+\??$/u.test(table)) {
    throw new UsageError(`${table} is not the name of a table.`);
  }
  return { mapping: await mappingOf(file, table), table, duration };
}

async function mappingOf(file: string | undefined, table: string | undefined): Promise<SigmaMapping> {
  if (file === undefined) return table === undefined ? defaultMapping() : emptyMapping;
  return readMappingFile(file);
}

export async function readMappingFile(file: string): Promise<SigmaMapping> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageError(`The mapping ${file} cannot be read.`);
  try {
    return readMapping(text);
  } catch (error) {
    if (error instanceof SigmaRefusal) throw new UsageError(`${file}:${error.line}: ${error.message}`);
    throw error;
  }
}

/** The files at the given paths. */
export async function namedRuleFiles(paths: readonly string[]): Promise<readonly SigmaFile[]> {
  if (paths.length === 0) throw new UsageError('Specify the files or folders with the rules.');
  for (const given of paths) {
    const isThere = await stat(given).catch(() => undefined);
    if (!isThere) throw new UsageError(`There is no file or folder ${given}.`);
  }
  return readRuleFiles(paths);
}
