import { matchesWildcard } from '../../shared/wildcard';
import type { ConvertedRule } from '../../sigma/convertCollection';
import { listOption, UsageError } from '../command';
import type { CommandInput, CommandOption } from '../command';

export const filterOption: CommandOption = {
  multiple: true,
  value: 'KEY=VALUE,…',
  summary: 'only rules with this level, status or tag; tags can contain *. Can be repeated',
};

/** The rules that fit all filters of the command line. */
export function filterRules(rules: readonly ConvertedRule[], input: CommandInput): readonly ConvertedRule[] {
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
