import type { RuleKind } from '../../core/interface/rule';
import { referenceFields, textsOf } from '../../core/interface/ruleReferences';
import type { References } from '../store/references';

/** The configuration of a rule: known fields by name, and unknown ones unchanged. */
export type RuleConfiguration = Readonly<Record<string, unknown>>;

/** Why a version cannot be restored: one entry per problem. */
export interface RestoreFailure {
  readonly item: string;
  readonly value: string;
  readonly reason: 'not-found' | 'duplicate';
}

/** The interface lists the name first for batch rules and last for stream rules. */
export function restoreFailures(
  kind: RuleKind,
  configuration: RuleConfiguration,
  takenName: string | undefined,
  references: References,
): readonly RestoreFailure[] {
  const missing = missingReferences(kind, configuration, references).map(
    ({ item, value }): RestoreFailure => ({ item, value, reason: 'not-found' }),
  );
  if (takenName === undefined) return missing;
  const taken: RestoreFailure = { item: 'name', value: takenName, reason: 'duplicate' };
  return kind === 'batch' ? [taken, ...missing] : [...missing, taken];
}

export interface MissingReference {
  readonly item: string;
  readonly identifier: string;
  /** The name in the configuration, otherwise the identifier. */
  readonly value: string;
}

/** All references to objects that do not exist, in the order of the interface. */
export function missingReferences(
  kind: RuleKind,
  configuration: RuleConfiguration,
  references: References,
): MissingReference[] {
  return referenceFields[kind].flatMap(({ item, identifiers, names }) => {
    const listed = textsOf(configuration[names]);
    return textsOf(configuration[identifiers]).flatMap((identifier, index) =>
      references.find(item, identifier) ? [] : [{ item, identifier, value: listed[index] ?? identifier }],
    );
  });
}

/** The configuration with the current names of its references; objects that no longer exist keep their last name. */
export function withReferenceNames(
  kind: RuleKind,
  configuration: RuleConfiguration,
  references: References,
): RuleConfiguration {
  const current = referenceFields[kind].flatMap(({ item, identifiers, names }) => {
    const listed = textsOf(configuration[names]);
    const called = textsOf(configuration[identifiers]).map(
      (identifier, index) => references.find(item, identifier)?.name ?? listed[index] ?? identifier,
    );
    if (called.length === 0) return [];
    return [[names, Array.isArray(configuration[identifiers]) ? called : called[0]] as const];
  });
  return { ...configuration, ...Object.fromEntries(current) };
}
