import type { AuditEntry } from '../audit/auditEntry';
import { localCompanyGuid } from '../store/accounts';
import type { SeededRandom } from './seededRandom';

const entryCount = 10_000;
const period = 90 * 24 * 60 * 60 * 1000;

/** The companies of the sample entries, the platform's own first. */
const companies: readonly [string, ...string[]] = [
  localCompanyGuid,
  '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-000000000003',
];

const users = ['admin', 'master', 'member', 'jkim', 'slee', 'rsmith'] as const;

const operations: readonly [Operation, ...Operation[]] = [
  ['scheduled-query', 'update', { name: 'Server errors' }],
  ['scheduled-query', 'create', { name: 'Scanners' }],
  ['scheduled-query', 'stop', { succeeded: 1 }],
  ['scheduled-query', 'remove', { succeeded: 2 }],
  ['batch-rule', 'update', { name: '감사 로그 삭제' }],
  ['batch-rule', 'restore', { version: 2 }],
  ['stream-rule', 'enable', { name: 'Web shell upload' }],
  ['table', 'set-retention', { table: 'fw_guest', period: 3 }],
  ['table', 'create', { table: 'web_staging' }],
  ['upload-stream', 'open', { file_name: 'access.log', table: 'web_shop' }],
  ['upload-stream', 'complete', { file_name: 'access.log', table: 'web_shop', rows: 1200 }],
];

type Operation = readonly [module: string, method: string, message: Readonly<Record<string, unknown>>];

/** Ten thousand entries over ninety days, oldest first, one in forty rejected. */
export function demoAuditEntries(seeded: SeededRandom, now: Date): AuditEntry[] {
  const userGuids = new Map(users.map((user) => [user, seeded.guid()]));
  return Array.from({ length: entryCount }, (_, index): AuditEntry => {
    const user = seeded.pick(users);
    const [module, method, message] = seeded.pick(operations);
    const age = period * (1 - index / entryCount);
    return {
      createdAt: new Date(now.getTime() - age + seeded.below(600_000) * (index < entryCount - 1000 ? 1 : 0)),
      companyGuid: seeded.below(10) < 8 ? companies[0] : seeded.pick(companies),
      userGuid: userGuids.get(user),
      userName: user,
      remoteAddress: `10.20.${seeded.below(8)}.${1 + seeded.below(250)}`,
      module,
      method,
      parameters: { ...message, guid: seeded.guid() },
      messageParameters: message,
      error: seeded.below(40) === 0 ? 'no-permission' : undefined,
    };
  });
}
