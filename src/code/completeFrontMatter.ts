import { findFrontMatter } from '../language/frontMatter';
import { t } from '../shared/localize';
import { conditions, nodeTypes } from './definition';
import { settingKeys } from './settings';

export interface FrontMatterProposals {
  /** What of the line they replace. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Proposal[];
}

export interface Proposal {
  readonly kind: 'key' | 'value';
  readonly text: string;
  readonly detail?: string | undefined;
}

/** What can be written at a place of a front matter; undefined outside of one. */
export function completeFrontMatter(source: string, offset: number): FrontMatterProposals | undefined {
  const front = findFrontMatter(source);
  if (front === undefined || offset < front.yaml.from || offset > front.yaml.to) return undefined;
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const line = source.slice(start, offset);
  const [, indent = '', key, typed = ''] = /^(\s*)(?:(\w+):.*?)?([\w-]*)$/.exec(line) ?? [];
  const place = { from: offset - typed.length, to: offset };
  if (key !== undefined) return { ...place, items: valuesOf(key).map((text) => ({ kind: 'value', text })) };
  const before = source.slice(front.yaml.from, start);
  const keys =
    indent === '' ? topKeys(before + source.slice(offset, front.yaml.to)) : keysBelow(before, indent);
  return {
    ...place,
    items: keys.map((text) => ({ kind: 'key', text: `${text}: `, detail: details[text]?.() })),
  };
}

function topKeys(rest: string): readonly string[] {
  return [...settingKeys, 'platforms'].filter((key) => !new RegExp(`^${key}:`, 'm').test(rest));
}

function keysBelow(before: string, indent: string): readonly string[] {
  const parents = before
    .split('\n')
    .filter((line) => line.trim() !== '' && line.search(/\S/) < indent.length);
  return parents.at(-1)?.trim() === 'after:' ? ['query', 'when'] : settingKeys;
}

function valuesOf(key: string): readonly string[] {
  if (key === 'enabled' || key === 'output_parameter') return ['true', 'false'];
  if (key === 'when') return conditions;
  return key === 'node_types' ? nodeTypes : [];
}

const details: Readonly<Record<string, () => string>> = {
  name: () => t('The name on the platform'),
  description: () => t('What the query is for'),
  enabled: () => t('Whether it runs'),
  schedule: () => t('A cron expression'),
  after: () => t('The preceding query and the condition'),
  output_parameter: () => t('Whether the last row is passed to the queries that follow'),
  node_types: () => t('The nodes that it runs on'),
  platforms: () => t('Values that differ by platform'),
};
