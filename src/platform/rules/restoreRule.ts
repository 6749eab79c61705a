import { t } from '../../shared/localize';
import type { RuleKind } from '../../shared/wire/rule';
import type { References } from '../store/references';
import type { RuleChange, Rules, StoredVersion } from '../store/rules';
import type { InTransaction } from '../store/store';
import { missingReferences, withReferenceNames } from './ruleReferences';

/** Why a version cannot be restored: one entry per problem. */
export interface RestoreFailure {
  readonly item: string;
  readonly value: string;
  readonly reason: 'not-found' | 'duplicate';
}

/** Applies a snapshot as a new version, or changes nothing and reports all obstacles. */
export async function restoreRule(
  { rules, references }: { readonly rules: Rules; readonly references: References },
  { kind, guid, version, userName }: RestoreRequest,
  alongside?: InTransaction,
): Promise<readonly RestoreFailure[]> {
  const decide = (
    snapshot: StoredVersion,
    nameIsTaken: boolean,
  ): RuleChange | { readonly refused: RestoreFailure[] } => {
    const failures = failuresOf(kind, snapshot, nameIsTaken, references);
    if (failures.length > 0) return { refused: failures };
    return restoredConfiguration(kind, snapshot, references, userName);
  };
  return (await rules.restore(kind, guid, version, decide, alongside)) ?? [];
}

export interface RestoreRequest {
  readonly kind: RuleKind;
  readonly guid: string;
  readonly version: number;
  readonly userName: string;
}

/** The interface lists the name first for batch rules and last for stream rules. */
function failuresOf(
  kind: RuleKind,
  snapshot: StoredVersion,
  nameIsTaken: boolean,
  references: References,
): RestoreFailure[] {
  const missing = missingReferences(kind, snapshot.configuration, references).map(
    ({ item, value }): RestoreFailure => ({ item, value, reason: 'not-found' }),
  );
  const taken: RestoreFailure[] = nameIsTaken
    ? [{ item: 'name', value: nameOf(snapshot), reason: 'duplicate' }]
    : [];
  return kind === 'batch' ? [...taken, ...missing] : [...missing, ...taken];
}

function restoredConfiguration(
  kind: RuleKind,
  snapshot: StoredVersion,
  references: References,
  userName: string,
): RuleChange {
  return {
    configuration: {
      ...withReferenceNames(kind, snapshot.configuration, references),
      name: nameOf(snapshot),
    },
    userName,
    description: t('Restored from version {0}.', snapshot.version),
  };
}

function nameOf({ configuration }: StoredVersion): string {
  return typeof configuration['name'] === 'string' ? configuration['name'] : '';
}
