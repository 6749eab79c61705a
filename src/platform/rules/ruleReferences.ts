import { type ReferenceKind, type References } from '../store/references';

export type RuleKind = 'batch' | 'stream';

/** What a rule is set to: known fields by name, and unknown ones as they came. */
export type RuleConfiguration = Readonly<Record<string, unknown>>;

/** One kind of object that a rule may refer to. */
export interface RuleReference {
  /** What the interface calls it when a restore fails. */
  readonly item: string;
  readonly kind: ReferenceKind;
  /** Where a configuration holds the identifier, or a list of them. */
  readonly field: string;
  /** Where it holds what people call the object, or a list of that. */
  readonly nameField: string;
}

/** In the order in which the interface lists them, which is the order of reported failures. */
export const ruleReferences: Readonly<Record<RuleKind, readonly RuleReference[]>> = {
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
    { item: 'schema', kind: 'schema', field: 'schema_code', nameField: 'schema_name' },
    one('ticket_repo'),
    one('address_group'),
    { ...one('rule_category'), field: 'category_guid', nameField: 'category_name' },
    one('audit_category'),
    one('reviewer'),
    one('auditor'),
    one('alarm_group'),
    several('logger'),
    several('logger_model'),
    several('ticket_assignee'),
  ],
};

export interface MissingReference {
  readonly item: string;
  readonly identifier: string;
  /** What the configuration calls it, else its identifier. */
  readonly value: string;
}

/** Every reference to something that does not exist, in the interface's order. */
export function missingReferences(
  kind: RuleKind,
  configuration: RuleConfiguration,
  references: References,
): MissingReference[] {
  return ruleReferences[kind].flatMap((reference) => {
    const names = textsOf(configuration[reference.nameField]);
    return textsOf(configuration[reference.field]).flatMap((identifier, index) =>
      references.find(reference.kind, identifier)
        ? []
        : [{ item: reference.item, identifier, value: names[index] ?? identifier }],
    );
  });
}

/** The configuration with what its references are called now; what no longer exists keeps its last name. */
export function withReferenceNames(
  kind: RuleKind,
  configuration: RuleConfiguration,
  references: References,
): RuleConfiguration {
  const names = ruleReferences[kind].flatMap(({ kind: objectKind, field, nameField }) => {
    const known = textsOf(configuration[nameField]);
    const current = textsOf(configuration[field]).map(
      (identifier, index) => references.find(objectKind, identifier)?.name ?? known[index] ?? identifier,
    );
    if (current.length === 0) return [];
    return [[nameField, Array.isArray(configuration[field]) ? current : current[0]] as const];
  });
  return { ...configuration, ...Object.fromEntries(names) };
}

function one(kind: ReferenceKind): RuleReference {
  return { item: kind, kind, field: `${kind}_guid`, nameField: `${kind}_name` };
}

function several(kind: ReferenceKind): RuleReference {
  return { item: kind, kind, field: `${kind}_guids`, nameField: `${kind}_names` };
}

function textsOf(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((item): item is string => typeof item === 'string' && item !== '');
}
