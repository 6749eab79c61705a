import * as z from 'zod/mini';
import type { RuleKind } from './rule';

/** A kind of object that a rule can refer to, as the interface names it. */
export type ReferenceItem = (typeof referenceItems)[number];

export const referenceItems = [
  'dataset',
  'schema',
  'ticket_repo',
  'address_group',
  'category',
  'rule_category',
  'audit_category',
  'reviewer',
  'auditor',
  'alarm_group',
  'logger',
  'logger_model',
  'ticket_assignee',
] as const;

/** The fields of a rule that contain references. */
export interface ReferenceField {
  readonly item: ReferenceItem;
  /** The field with the identifier, or a list of them. */
  readonly identifiers: string;
  /** The field with the display name, or a list of them. */
  readonly names: string;
}

/** In the order of the interface, which is the order of reported failures. */
export const referenceFields: Readonly<Record<RuleKind, readonly ReferenceField[]>> = {
  batch: [
    one('ticket_repo'),
    one('address_group'),
    one('category'),
    one('dataset'),
    one('audit_category'),
    one('reviewer'),
    one('auditor'),
    one('alarm_group'),
    several('ticket_assignee'),
  ],
  stream: [
    { item: 'schema', identifiers: 'schema_code', names: 'schema_name' },
    one('ticket_repo'),
    one('address_group'),
    { item: 'rule_category', identifiers: 'category_guid', names: 'category_name' },
    one('audit_category'),
    one('reviewer'),
    one('auditor'),
    one('alarm_group'),
    several('logger'),
    several('logger_model'),
    several('ticket_assignee'),
  ],
};

/** An object that rules can refer to. The `guid` of a schema is its code. */
export const ruleReference = z.object({ item: z.string(), guid: z.string(), name: z.string() });
export type RuleReference = Readonly<z.infer<typeof ruleReference>>;

/** The strings of a field that contains one or a list. */
export function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((text): text is string => typeof text === 'string' && text !== '');
}

function one(item: ReferenceItem): ReferenceField {
  return { item, identifiers: `${item}_guid`, names: `${item}_name` };
}

function several(item: ReferenceItem): ReferenceField {
  return { item, identifiers: `${item}_guids`, names: `${item}_names` };
}
