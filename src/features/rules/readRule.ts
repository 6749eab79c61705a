import { getRuleVersion, getRule, listRules } from '../../api/operations/rules';
import type { PlatformClient } from '../../api/client';
import { InvalidRequestError, whereOffered } from '../../api/errors';
import { t } from '../../shared/localize';
import type { RawRecord } from '../../shared/wire/optional';
import type { Rule, RuleKind, RuleSnapshot } from '../../shared/wire/rule';
import { ExplainedError } from '../../ui/failures/failureText';
import type { RuleTarget } from '../../ui/connections/rulesAccess';

/** The current rule or one of its versions, to open or compare. */
export interface RuleState {
  readonly version: RuleSnapshot | undefined;
  readonly rule: RawRecord;
}

/** Reads the current rule. Undefined if the platform does not support it; rejects if the rule does not exist. */
export async function readRule(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  signal?: AbortSignal,
): Promise<Rule | undefined> {
  return existing(client.send(getRule(kind, guid), signal), `${kind} rule not found: ${guid}`);
}

/** Reads a version. Undefined if the platform does not support it; rejects if the version does not exist. */
export async function readVersion(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  version: number,
  signal?: AbortSignal,
): Promise<RuleSnapshot | undefined> {
  const reading = client.send(getRuleVersion(kind, guid, version), signal);
  return existing(reading, `${kind} rule snapshot not found: ${guid} v${version}`);
}

async function existing<Found>(
  reading: Promise<Found | undefined>,
  missing: string,
): Promise<Found | undefined> {
  const found = reading.then((read) => {
    if (read !== undefined) return read;
    throw new InvalidRequestError('illegal-state', missing);
  });
  return whereOffered(found);
}

const maxFound = 100;

/** Undefined if there is none, or if the platform does not list its rules. */
export async function findRuleByName(
  client: Pick<PlatformClient, 'send'>,
  kind: RuleKind,
  name: string,
  signal?: AbortSignal,
): Promise<Rule | undefined> {
  const page = await whereOffered(client.send(listRules(kind, { limit: maxFound, keywords: name }), signal));
  return page?.items.find((one) => one.name === name);
}

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
