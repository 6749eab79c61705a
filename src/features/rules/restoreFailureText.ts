import { t } from '../../shared/localize';
import type { RestoreFailure } from '../../shared/wire/rule';
import type { Connection } from '../../ui/connections/connection';
import { connectionLabel } from '../../ui/connections/environment';
import { formatMoment } from '../../ui/format/format';
import type { RuleTarget } from './ruleItem';
import { itemLabel } from './ruleReferences';
import { kindLabel } from './ruleWords';

/** Describes why a version could not be restored. */
export function failureSentence({ item, value, reason }: RestoreFailure): string {
  if (reason === 'duplicate') {
    return item === 'name'
      ? t('Another rule already has the name “{0}”.', value)
      : t('The {0} “{1}” is used twice.', itemLabel(item), value);
  }
  if (reason === 'not-found') return t('The {0} “{1}” no longer exists.', itemLabel(item), value);
  return t('The {0} “{1}” was rejected: {2}', itemLabel(item), value, reason);
}

/** The next step. */
function failureHint({ item, reason }: RestoreFailure): string | undefined {
  if (reason === 'duplicate' && item === 'name') return t('Rename the other rule, then restore again.');
  if (reason === 'not-found') {
    return t('Restore a version that does not need it, or first change the rule to use another one.');
  }
  return undefined;
}

export interface FailedRestore {
  readonly connection: Connection;
  readonly target: RuleTarget;
  readonly version: number;
  readonly failures: readonly RestoreFailure[];
}

export interface FailureDocument {
  readonly text: string;
  /** The zero-based line of each failure. */
  readonly lines: readonly number[];
}

/** The whole result as a document. */
export function failureDocument(restore: FailedRestore, at: Date): FailureDocument {
  const { connection, target, version, failures } = restore;
  const lines = [
    t('Version {0} of “{1}” was not restored. The rule is unchanged.', version, target.name),
    '',
    `${connectionLabel(connection)} · ${kindLabel(target.kind)} · ${target.guid}`,
    formatMoment(at),
    '',
  ];
  const places: number[] = [];
  for (const failure of failures) {
    places.push(lines.length);
    lines.push(failureSentence(failure));
    const hint = failureHint(failure);
    if (hint !== undefined) lines.push(`    ${hint}`);
  }
  if (failures.length === 0) lines.push(t('The platform gave no reason.'));
  return { text: `${lines.join('\n')}\n`, lines: places };
}
