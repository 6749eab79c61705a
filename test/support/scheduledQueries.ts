import type { ScheduledQueryFields } from '../../src/core/interface/scheduledQueryFields';

export const someGuid = '8d1b9f6e-52d2-4a0b-9d43-0c5a6f6f3c11';
export const otherGuid = '0c2e9a77-1f0e-4f86-8a5b-7f6a1f0d9e22';

/** A plan for the platform `lab`, without content. */
export const labPlan = {
  platform: { name: 'lab', baseUrl: 'https://lab.example', product: 'core' },
  entries: new Map(),
  lockedAddress: undefined,
  items: [],
  unmanaged: [],
};

/** Valid fields of a scheduled query, with changes. */
export function scheduledQueryFields(changes: Partial<ScheduledQueryFields> = {}): ScheduledQueryFields {
  return {
    name: 'Failed logins per hour',
    description: undefined,
    enabled: true,
    query: 'table duration=1h auth | stats count by user',
    triggerType: 'cron',
    cronSchedule: '0 * * * *',
    precedingGuid: undefined,
    precedingAction: undefined,
    nodeTypes: [],
    outputParameter: false,
    ...changes,
  };
}
