import { findFrontMatter } from '../language/frontMatter';
import type { FrontMatter } from '../language/frontMatter';
import type { TextEdit } from '../language/textEdit';
import { t } from '../base/localize';
import { nodeTypes } from '../interface/scheduledQueryFields';
import { conditions } from './definition';
import { settingKeys } from './querySettings';

export interface FrontMatterProposals {
  /** The range of the line that they replace. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Proposal[];
}

export interface Proposal {
  /** A schedule is a cron expression in quotes. */
  readonly kind: 'key' | 'value' | 'schedule';
  readonly text: string;
  readonly detail?: string | undefined;
  /** Shown instead of the text. */
  readonly label?: string | undefined;
  /** Further changes of the document. */
  readonly edits?: readonly TextEdit[] | undefined;
}

/**
 * Completions at a position in the front matter; undefined outside of it.
 *
 * @param names of the queries that this one can follow
 */
export function completeFrontMatter(
  source: string,
  offset: number,
  names: readonly string[] = [],
): FrontMatterProposals | undefined {
  const front = findFrontMatter(source);
  if (front === undefined || offset < front.yaml.from || offset > front.yaml.to) return undefined;
  const start = source.lastIndexOf('\n', offset - 1) + 1;
  const line = source.slice(start, offset);
  const value = /^\s*(\w+):\s*(.*)$/.exec(line);
  if (value !== null) return completeValue(value[1] ?? '', value[2] ?? '', offset, names);
  return completeKey(source, front, start, offset);
}

function completeKey(
  source: string,
  { yaml }: FrontMatter,
  start: number,
  offset: number,
): FrontMatterProposals {
  const key = /^(\s*)([\w-]*)$/.exec(source.slice(start, offset));
  // A comment, an item of a list or a text of several words.
  if (key === null) return { from: offset, to: offset, items: [] };
  const [, indent = '', typed = ''] = key;
  const before = source.slice(yaml.from, start);
  const rest = source.slice(offset, yaml.to);
  const keys = indent === '' ? topKeys(before + rest) : keysBelow(before, indent);
  return {
    from: offset - typed.length,
    to: offset,
    items: keys.map((text) => ({ kind: 'key', text: `${text}: `, detail: details[text]?.() })),
  };
}

/** A name or schedule may consist of several words, all of which are replaced; in a list, only the last item is. */
function completeValue(
  key: string,
  value: string,
  offset: number,
  names: readonly string[],
): FrontMatterProposals {
  const isSchedule = key === 'schedule';
  const isName = key === 'query' || key === 'after';
  const typed = isSchedule || isName ? value : (/[\w-]*$/.exec(value)?.[0] ?? '');
  const texts = isName ? names.map(inYaml) : valuesOf(key);
  const kind = isSchedule ? 'schedule' : 'value';
  return { from: offset - typed.length, to: offset, items: texts.map((text) => ({ kind, text })) };
}

const schedules = ['*/5 * * * *', '*/15 * * * *', '0 * * * *', '0 6 * * *', '0 6 * * 1', '0 6 1 * *'].map(
  inYaml,
);

/** Quoted if YAML would not read it as a string. */
export function inYaml(name: string): string {
  const isPlain =
    /^\p{L}[\p{L}\p{N} _.()/-]*$/u.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
  return isPlain && !name.endsWith(' ') ? name : JSON.stringify(name);
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
  if (key === 'schedule') return schedules;
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
