import os from 'node:os';
import type { LogTables } from '../store/logTables';
import type { References } from '../store/references';
import type { Store } from '../store/store';
import type { TableGroups } from '../store/tableGroups';
import { addShares } from '../store/logTableRows';
import { logColumns } from './logTemplates';
import type { LogKind } from './logTemplates';
import type { SeededRandom } from './seededRandom';

/** With the rows per ordinary table, and the start of the names of its tables, before an underscore. */
const groups = [
  {
    kind: 'firewall',
    name: 'Firewall',
    description: 'Network firewalls of all sites',
    rows: 100_000,
    prefix: 'fw',
    tables: ['seoul_core', 'seoul_dmz', 'busan', 'tokyo', 'frankfurt', 'guest', 'vpn', 'legacy'],
  },
  {
    kind: 'web',
    name: 'Web',
    description: 'Web servers and proxies',
    rows: 56_000,
    prefix: 'web',
    tables: ['shop', 'portal', 'intranet', 'api', 'proxy', 'cdn', 'waf', 'staging'],
  },
  {
    kind: 'windows',
    name: 'Windows events',
    description: '윈도우 이벤트 로그',
    rows: 36_000,
    prefix: 'win',
    tables: ['security', 'system', 'dc_seoul', 'dc_tokyo', 'workstations', 'servers', 'print', 'rdp'],
  },
  {
    kind: 'cloud',
    name: 'Cloud audit',
    description: 'Audit trails of cloud accounts',
    rows: 26_000,
    prefix: 'cloud',
    tables: ['prod', 'dev', 'identity', 'storage', 'billing', 'network', 'kubernetes', 'saas'],
  },
  {
    kind: 'endpoint',
    name: 'Endpoint',
    description: 'Agents on laptops and servers',
    rows: 36_000,
    prefix: 'edr',
    tables: ['processes', 'network', 'files', 'alerts', 'servers', 'mac', 'usb', 'dlp'],
  },
] as const;

const encrypted = new Set(['win_security', 'win_dc_seoul', 'cloud_identity', 'edr_dlp', 'fw_vpn']);
const retentions: Readonly<Record<string, number>> = {
  fw_guest: 3,
  web_cdn: 7,
  edr_network: 7,
  web_staging: 14,
  win_security: 365,
};
const rowLayout = new Set(['web_waf', 'edr_alerts']);
const deflated = new Set(['cloud_billing', 'win_print']);
const silentTable = 'fw_legacy';
/** It receives more every day than the day before. */
const growingTable = 'edr_files';

/** The dependencies of the sample tables. */
export interface DemoTableDeps {
  readonly logTables: LogTables;
  readonly tableGroups: TableGroups;
  readonly references: References;
  readonly store: Store;
}

/** Forty tables in five groups with recent rows, and two more for the lookup command. */
export async function addDemoTables(deps: DemoTableDeps, seeded: SeededRandom, now: Date): Promise<void> {
  const cryptoProfile = { kind: 'crypto_profile', guid: seeded.guid(), name: 'At rest, AES-256' } as const;
  await deps.references.add([cryptoProfile]);
  const fills: Fill[] = [];
  for (const { kind, rows, prefix, tables, ...group } of groups) {
    const { guid: groupGuid } = await deps.tableGroups.create(group);
    for (const name of tables.map((table) => `${prefix}_${table}`)) {
      await deps.logTables.create({
        name,
        layout: rowLayout.has(name) ? 'row' : 'columnar',
        compression: deflated.has(name) ? 'deflate' : 'snappy',
        retention: retentions[name] ?? 0,
        cryptoProfileGuid: encrypted.has(name) ? cryptoProfile.guid : undefined,
        groupGuid,
        schemaCode: kind,
      });
      const count = Math.round(rows * (0.6 + seeded.below(80) / 100));
      fills.push({ table: name, select: rowsOf(kind, name, count, fills.length + 1, now) });
    }
  }
  await appendAll(deps, fills);
  await addLookups(deps);
  const shared = deps.logTables.find('web_shop');
  if (shared) {
    await addShares(deps.store, shared.guid, [
      { kind: 'user', guid: seeded.guid(), name: 'jkim' },
      { kind: 'group', guid: seeded.guid(), name: 'Web operations' },
    ]);
  }
}

interface Fill {
  readonly table: string;
  readonly select: string;
}

/**
 * One table is too small to use all threads of the engine, so several are filled at a time: more than there are
 * threads, because a caller whose table is filled by another thread keeps a core busy while it waits.
 */
async function appendAll(deps: DemoTableDeps, fills: readonly Fill[]): Promise<void> {
  const waiting = fills.values();
  const work = async (): Promise<void> => {
    for (const fill of waiting) await append(deps, fill);
  };
  await Promise.all(Array.from({ length: 4 * os.availableParallelism() }, work));
}

const ordinarySpan = 14;
const silentFor = 24;

/** Numbered rows over several days until now, more by day than by night. */
function rowsOf(kind: LogKind, name: string, rows: number, salt: number, now: Date): string {
  const span = Math.min(ordinarySpan, retentions[name] ?? ordinarySpan);
  const ended = name === silentTable ? silentFor : 0;
  const timestamp = now.toISOString().slice(0, -1);
  const share = `((i + 1.0) / ${rows})`;
  const grown = name === growingTable ? `sqrt(${share})` : share;
  const wave = `${grown} + 0.6 / (2 * pi() * ${span}) * sin(2 * pi() * ${span} * ${grown})`;
  return `SELECT TIMESTAMP '${timestamp}' - to_seconds(${ended * 86_400} + ${span * 86_400} * greatest(0, 1 - (${wave}))) AS _time,
    ${logColumns(kind, salt)} FROM range(${rows}) numbers(i)`;
}

async function addLookups(deps: DemoTableDeps): Promise<void> {
  for (const lookup of lookups) {
    const { table: name } = lookup;
    await deps.logTables.create({ name, layout: 'row', compression: 'snappy', retention: 0 });
    await append(deps, lookup);
  }
}

const lookups: readonly Fill[] = [
  {
    table: 'lookup_users',
    select: `SELECT unnest(['jkim', 'slee', 'mpark', 'hchoi', 'dkang', 'yjung', 'schen', 'awong', 'tmori', 'rsmith']) AS "user",
      unnest(['김지훈', '이서연', '박민준', '최하은', '강도윤', '정유진', 'Sophie Chen', 'Alan Wong', '森 太郎', 'Rachel Smith']) AS full_name,
      unnest(['보안관제팀', '재무팀', '영업팀', '인사팀', '인프라팀', '법무팀', 'Finance', 'Sales', '営業部', 'Security']) AS department`,
  },
  {
    table: 'lookup_assets',
    select: `SELECT concat('host-', lpad(i::VARCHAR, 4, '0')) AS host,
      list_value('Seoul', 'Busan', 'Tokyo', 'Frankfurt')[1 + i % 4] AS site,
      list_value('laptop', 'server', 'workstation')[1 + i % 3] AS type FROM range(320) numbers(i)`,
  },
];

async function append({ logTables, store }: DemoTableDeps, { table, select }: Fill): Promise<void> {
  using connection = await store.connect();
  await logTables.append(table, { connection, select });
}
