import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import { ExplainedError } from '../../ui/failures/failureText';
import { readRule, readVersion } from './ruleDocuments';
import type { RuleState } from './ruleDocuments';
import type { RuleTarget } from './ruleItem';

/** Without a version, reads the current rule. Rejects if the platform does not support it. */
export async function readState(
  client: PlatformClient,
  target: RuleTarget,
  version: number | undefined,
  signal: AbortSignal,
): Promise<RuleState> {
  if (version === undefined) {
    const rule = await readRule(client, target, signal);
    if (rule !== undefined) return { version: undefined, rule: rule.raw };
  } else {
    const snapshot = await readVersion(client, target, version, signal);
    if (snapshot !== undefined) return { version: snapshot, rule: snapshot.rule };
  }
  throw new ExplainedError(
    t(
      'This platform does not provide the content of versions. You can still restore a version by its number.',
    ),
  );
}
