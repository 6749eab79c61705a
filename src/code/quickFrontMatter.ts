import { isCronSchedule } from '../shared/cronSchedule';
import { conditions } from './definition';
import { maximumDescriptionLength, maximumNameLength } from '../api/validation';
import type { Settings } from './settings';

/** A plain YAML scalar, or text in double quotes without escapes. */
const line =
  /^(?:(name|description|schedule|enabled|output_parameter): |( {2})(query|when): )(?:"([^"\\\p{Cc}]*)"|(\p{L}[\p{L}\p{N} _.,()/-]*))$/u;
/** Words that YAML does not read as strings. */
const notText = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

interface Found {
  readonly key: string;
  readonly value: string;
  readonly isQuoted: boolean;
}

/**
 * Parses a simple front matter, as nearly all files have, a hundred times faster than a YAML parser.
 * Undefined for everything else, including errors, which the parser then reports.
 */
export function readQuickly(yaml: string): Settings | undefined {
  const values = new Map<string, Found>();
  let isInAfter = false;
  for (const text of yaml.split('\n')) {
    if (text === '') continue;
    if (text === 'after:' && !values.has('after')) {
      isInAfter = true;
      values.set('after', { key: 'after', value: '', isQuoted: false });
      continue;
    }
    const found = readLine(text, isInAfter);
    if (found === undefined || values.has(found.key)) return undefined;
    if (found.key !== 'query' && found.key !== 'when') isInAfter = false;
    values.set(found.key, found);
  }
  return settingsOf(values);
}

/** Parsed lines, cached because most files have the same ones. */
const known = new Map<string, FoundLine | undefined>();

function readLine(text: string, isInAfter: boolean): Found | undefined {
  let found = known.get(text);
  if (found === undefined && !known.has(text)) {
    if (known.size >= maxKnown) known.clear();
    known.set(text, (found = matchLine(text)));
  }
  return found === undefined || (found.isInner && !isInAfter) ? undefined : found;
}

interface FoundLine extends Found {
  /** Whether it is nested below a key. */
  readonly isInner: boolean;
}

const maxKnown = 10_000;

function matchLine(text: string): FoundLine | undefined {
  const [, outer, indent, inner, quoted, plain = ''] = line.exec(text) ?? [];
  const key = outer ?? inner;
  if (key === undefined) return undefined;
  if (quoted === undefined && plain.endsWith(' ')) return undefined;
  return { key, value: quoted ?? plain, isQuoted: quoted !== undefined, isInner: indent !== undefined };
}

function settingsOf(values: ReadonlyMap<string, Found>): Settings | undefined {
  const settings = {
    name: textOf(values, 'name', maximumNameLength),
    description: textOf(values, 'description', maximumDescriptionLength),
    enabled: booleanOf(values, 'enabled'),
    trigger: triggerOf(values),
    outputParameter: booleanOf(values, 'output_parameter'),
  };
  const isValid = settings.name?.trim() !== '' && Object.values(settings).every((value) => value !== null);
  return isValid ? (settings as Settings) : undefined;
}

/** Null if the key exists with a value of another type. */
function textOf(
  values: ReadonlyMap<string, Found>,
  key: string,
  maximum = Infinity,
): string | undefined | null {
  const found = values.get(key);
  if (found === undefined) return undefined;
  const isText = found.isQuoted || !notText.test(found.value);
  return isText && found.value.length <= maximum ? found.value : null;
}

function booleanOf(values: ReadonlyMap<string, Found>, key: string): boolean | undefined | null {
  const found = values.get(key);
  if (found === undefined) return undefined;
  if (found.isQuoted || !/^(?:true|false)$/.test(found.value)) return null;
  return found.value === 'true';
}

function triggerOf(values: ReadonlyMap<string, Found>): Settings['trigger'] | null {
  const schedule = textOf(values, 'schedule');
  if (!values.has('after')) {
    if (schedule === undefined) return undefined;
    return schedule !== null && isCronSchedule(schedule) ? { schedule } : null;
  }
  const [after, when] = [textOf(values, 'query'), textOf(values, 'when')];
  if (schedule !== undefined || typeof after !== 'string') return null;
  return conditions.some((known) => known === when) ? { after, when: when ?? '' } : null;
}
