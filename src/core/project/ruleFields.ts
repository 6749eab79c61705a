import { InvalidRequestError } from '../api/errors';
import { bigintAsText, inStableOrder } from '../base/json';
import type { FieldValue } from '../api/operation';
import type { RawRecord } from '../interface/optional';
import type { RuleKind } from '../interface/rule';
import { referenceFields } from '../interface/ruleReferences';
import { tidyText } from './definition';

/** The platform sets these, and the names of what a rule refers to by GUID. */
export const setByPlatform = new Set(['guid', 'user_name', 'created', 'updated']);

/** The values of the fields that have only some. */
export const knownValues: Readonly<Record<string, readonly string[]>> = {
  priority: ['LOW', 'MEDIUM', 'HIGH'],
  ticket_issue_cond: ['NEVER', 'ETIR_THRESHOLD', 'ALWAYS'],
};

/** The fields that the user sets, including unknown ones. */
function ruleSettings(kind: RuleKind, record: RawRecord): RawRecord {
  const { guid: _, ...settings } = ownFields(kind, record);
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null));
}

/** Without what only the platform sets, which would change files that nobody has changed. */
export function ownFields(kind: RuleKind, record: RawRecord): RawRecord {
  const names = new Set(referenceFields[kind].map((field) => field.names));
  const isOwn = (key: string): boolean => key === 'guid' || !(setByPlatform.has(key) || names.has(key));
  return Object.fromEntries(Object.entries(record).filter(([key]) => isOwn(key)));
}

/** The settings in which two records differ. */
export function ruleDifferences(kind: RuleKind, one: RawRecord, other: RawRecord): readonly string[] {
  const [first, second] = [ruleSettings(kind, one), ruleSettings(kind, other)];
  const keys = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...keys].filter((key) => comparable(key, first[key]) !== comparable(key, second[key])).sort();
}

/** A platform may return what it received as text in another type, and no value as an empty one. */
function comparable(key: string, value: unknown): string {
  if (key === 'enabled') return String(value === true);
  if (value == null) return '';
  if (Array.isArray(value) && value.every(isScalar)) return value.map(String).join(',');
  return isScalar(value) ? tidyText(String(value)) : jsonText(value);
}

/** A request with all settings: an update replaces the rule. */
export function ruleForm(kind: RuleKind, record: RawRecord): Readonly<Record<string, FieldValue>> {
  const entries = Object.entries(ruleSettings(kind, record)).map(([key, value]) => [
    key,
    fieldOf(key, value),
  ]);
  return Object.fromEntries(entries) as Readonly<Record<string, FieldValue>>;
}

function fieldOf(key: string, value: unknown): FieldValue {
  if (isScalar(value)) return value;
  if (!Array.isArray(value) || !value.every(isScalar)) return jsonText(value);
  if (value.some((item) => String(item).includes(','))) {
    throw new InvalidRequestError(
      'invalid-argument',
      `An item of the list '${key}' must not contain a comma.`,
    );
  }
  return value.map(String);
}

function isScalar(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

function jsonText(value: unknown): string {
  return JSON.stringify(inStableOrder(value), bigintAsText);
}
