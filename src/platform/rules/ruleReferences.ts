import type { RuleKind } from '../../shared/wire/rule';
import { referenceFields, textsOf } from '../../shared/wire/ruleReferences';
import type { References } from '../store/references';

/** What a rule is set to: known fields by name, and unknown ones as they came. */
export type RuleConfiguration = Readonly<Record<string, unknown>>;

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
  return referenceFields[kind].flatMap(({ item, identifiers, names }) => {
    const known = textsOf(configuration[names]);
    return textsOf(configuration[identifiers]).flatMap((identifier, index) =>
      references.find(item, identifier) ? [] : [{ item, identifier, value: known[index] ?? identifier }],
    );
  });
}

/** The configuration with what its references are called now; what no longer exists keeps its last name. */
export function withReferenceNames(
  kind: RuleKind,
  configuration: RuleConfiguration,
  references: References,
): RuleConfiguration {
  const current = referenceFields[kind].flatMap(({ item, identifiers, names }) => {
    const known = textsOf(configuration[names]);
    const called = textsOf(configuration[identifiers]).map(
      (identifier, index) => references.find(item, identifier)?.name ?? known[index] ?? identifier,
    );
    if (called.length === 0) return [];
    return [[names, Array.isArray(configuration[identifiers]) ? called : called[0]] as const];
  });
  return { ...configuration, ...Object.fromEntries(current) };
}
