import { parseWireTime } from '../../shared/wire/time';
import type { RuleRecord } from './storedQuery';

export interface Change {
  readonly user: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** Who created the newest version of a rule; undefined if the platform does not list versions. */
export function versionChange({ userName, created }: RuleRecord): Change | undefined {
  const time = parseWireTime(created ?? '')?.getTime();
  return userName === undefined || time === undefined ? undefined : { user: userName, time };
}
