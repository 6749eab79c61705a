import { isMap } from 'yaml';
import { maxDescriptionLength, maxNameLength, nodeTypes } from '../interface/scheduledQueryFields';
import { t } from '../base/localize';
import { cronProblem, isCronSchedule } from '../time/cron';
import { conditions } from './definition';
import type { Trigger } from './definition';
import { readKey } from './yamlReader';
import type { YamlReader } from './yamlReader';

/** The settings at one level: project defaults, a front matter, or its section for one platform. */
export interface Settings {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly trigger?: Trigger | undefined;
  readonly nodeTypes?: readonly string[] | undefined;
  readonly outputParameter?: boolean | undefined;
  readonly protect?: boolean | undefined;
  /** The text for one platform, if it differs from the one below the front matter. */
  readonly query?: string | undefined;
}

export const defaultKeys = ['enabled', 'schedule', 'output_parameter', 'node_types'] as const;
export const settingKeys = ['name', 'description', ...defaultKeys, 'after', 'protect'] as const;
export const overrideKeys = [...settingKeys, 'query'] as const;

/** Reads the values of a mapping with known keys. */
export function readSettings(reader: YamlReader, values: ReadonlyMap<string, unknown>): Settings {
  return {
    name: readKey(values, 'name', (node) => readName(reader, node)),
    description: readKey(values, 'description', (node) => readDescription(reader, node)),
    enabled: readKey(values, 'enabled', (node) => reader.boolean(node)),
    trigger: readTrigger(reader, values),
    nodeTypes: readKey(values, 'node_types', (node) => reader.words(node, nodeTypes)),
    outputParameter: readKey(values, 'output_parameter', (node) => reader.boolean(node)),
    protect: readKey(values, 'protect', (node) => reader.boolean(node)),
    query: readKey(values, 'query', (node) => reader.text(node)),
  };
}

/** Later values override earlier ones. */
export function mergeSettings(earlier: Settings, later: Settings): Settings {
  const set = Object.entries(later).filter(([, value]) => value !== undefined);
  return { ...earlier, ...Object.fromEntries(set) };
}

function readName(reader: YamlReader, node: unknown): string | undefined {
  const name = reader.text(node);
  if (name?.trim() === '') reader.problem(node, 'wrong-value', t('The name must not be empty.'));
  checkLength(reader, node, name, maxNameLength);
  return name;
}

function readDescription(reader: YamlReader, node: unknown): string | undefined {
  const text = reader.text(node);
  checkLength(reader, node, text, maxDescriptionLength);
  return text;
}

function checkLength(reader: YamlReader, node: unknown, text: string | undefined, maximum: number): void {
  if ((text?.length ?? 0) <= maximum) return;
  reader.problem(node, 'too-long', t('The value must have at most {0} characters.', maximum));
}

function readTrigger(reader: YamlReader, values: ReadonlyMap<string, unknown>): Trigger | undefined {
  const [schedule, after] = [values.get('schedule'), values.get('after')];
  if (schedule !== undefined && after !== undefined) {
    reader.problem(after, 'two-triggers', t('A query can have “schedule” or “after”, but not both.'));
  }
  if (after !== undefined) return readAfter(reader, after);
  return schedule === undefined ? undefined : readSchedule(reader, schedule);
}

function readSchedule(reader: YamlReader, node: unknown): Trigger | undefined {
  const schedule = reader.text(node);
  if (schedule === undefined) return undefined;
  if (!isCronSchedule(schedule)) {
    reader.problem(node, 'cron', cronProblem(schedule));
  }
  return { schedule };
}

/** `after: Name` is short for the most common condition. */
function readAfter(reader: YamlReader, node: unknown): Trigger | undefined {
  if (!isMap(node)) {
    const name = reader.text(node);
    return name === undefined ? undefined : { after: name, when: 'succeeded' };
  }
  const values = reader.mapping(node, ['query', 'when']);
  const when = readKey(values, 'when', (value) => reader.word(value, conditions)) ?? 'succeeded';
  if (!values.has('query')) {
    reader.problem(node, 'missing-key', t('“after” requires “query”, the name of the preceding query.'));
  }
  const name = readKey(values, 'query', (value) => reader.text(value));
  return name === undefined ? undefined : { after: name, when };
}
