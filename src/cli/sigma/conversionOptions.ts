import { stat } from 'node:fs/promises';
import { defaultMapping } from '../../core/sigma/defaultMapping';
import { combineMappings, readMapping } from '../../core/sigma/mapping';
import { emptyMapping } from '../../core/sigma/mappingFile';
import type { SigmaMapping } from '../../core/sigma/mappingFile';
import type { ConversionOptions } from '../../core/sigma/convertRule';
import { convertCollection } from '../../core/sigma/convertCollection';
import type { ConvertedRule, SigmaFile } from '../../core/sigma/convertCollection';
import { readRuleFiles } from '../../core/sigma/readRuleFiles';
import { readOrRejection, SigmaRejection } from '../../core/sigma/sigmaRejection';
import { readTimeSpan } from '../../core/language/values';
import { matchesWildcard } from '../../core/base/wildcard';
import { listOption, readTextFile, textOption, UsageError } from '../command';
import type { CommandInput, CommandOption } from '../command';

export const mapOption: CommandOption = {
  multiple: true,
  value: 'FILE',
  summary: 'the mapping, sigma-map.yaml; of several, later ones add to and override earlier ones',
};

export const filterOption: CommandOption = {
  multiple: true,
  value: 'KEY=VALUE,…',
  summary: 'only rules with this level, status or tag; tags can contain *. Can be repeated',
};

/** With a table and without a mapping, all names are kept. */
export async function conversionOptions(input: CommandInput): Promise<ConversionOptions> {
  const table = textOption(input, 'table');
  const duration = textOption(input, 'duration');
  if (duration !== undefined && typeof readTimeSpan(duration) === 'string') {
    throw new UsageError(`--duration must be a span such as 1d, not ${duration}.`);
  }
  if (table !== undefined && !/^[\p{L}\p{N}_*-]+\??$/u.test(table)) {
    throw new UsageError(`${table} is not the name of a table.`);
  }
  const otherwise = table === undefined ? defaultMapping() : emptyMapping;
  return { mapping: (await mappingOf(input)) ?? otherwise, table, duration };
}

/** The mapping files of the command line as one; undefined without any. */
export async function mappingOf(input: CommandInput): Promise<SigmaMapping | undefined> {
  const mappings = await Promise.all(listOption(input, 'map').map(readMappingFile));
  return mappings.length === 0 ? undefined : combineMappings(mappings);
}

async function readMappingFile(file: string): Promise<SigmaMapping> {
  const text = await readTextFile(file, `The mapping ${file} cannot be read.`);
  const mapping = readOrRejection(() => readMapping(text));
  if (!(mapping instanceof SigmaRejection)) return mapping;
  throw new UsageError(`${file}:${mapping.line}: ${mapping.message}`);
}

export function noRules(paths: readonly string[]): UsageError {
  return new UsageError(`${paths.join(', ')}: there are no Sigma rules.`);
}

/** The rules of the files, at least one. */
export function convertNamed(
  paths: readonly string[],
  files: readonly SigmaFile[],
  options: ConversionOptions,
  input: CommandInput,
): readonly ConvertedRule[] {
  const rules = convertCollection(files, options);
  if (rules.length === 0) throw noRules(paths);
  const fitting = filterRules(rules, input);
  if (fitting.length === 0) throw new UsageError('No rule fits the filters.');
  return fitting;
}

/** The rules that fit all filters of the command line. */
function filterRules(rules: readonly ConvertedRule[], input: CommandInput): readonly ConvertedRule[] {
  const filters = listOption(input, 'filter').map(readFilter);
  return rules.filter((rule) => filters.every((fits) => fits(rule)));
}

function readFilter(text: string): (rule: ConvertedRule) => boolean {
  const [, key, list = ''] = /^(level|status|tag)=(.+)$/.exec(text) ?? [];
  if (key === undefined) {
    throw new UsageError(
      `--filter must be level=, status= or tag= with values, such as level=high,critical, not ${text}.`,
    );
  }
  const patterns = list.split(',').map((pattern) => pattern.trim().toLowerCase());
  return ({ information }) => {
    const { level = '', status = '', tags = [] } = information ?? {};
    const values = key === 'tag' ? tags : [key === 'level' ? level : status];
    return values.some((value) => patterns.some((pattern) => matchesWildcard(pattern, value.toLowerCase())));
  };
}

/** The files at the given paths. */
export async function namedRuleFiles(paths: readonly string[]): Promise<readonly SigmaFile[]> {
  if (paths.length === 0) throw new UsageError('Specify the files or folders with the rules.');
  for (const entry of paths) {
    const isThere = await stat(entry).catch(() => undefined);
    if (!isThere) throw new UsageError(`There is no file or folder ${entry}.`);
  }
  return readRuleFiles(paths);
}
