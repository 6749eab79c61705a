import os from 'node:os';
import type { LogTables } from '../store/logTables';
import type { References } from '../store/references';
import type { Store } from '../store/store';
import type { TableGroups } from '../store/tableGroups';
import { addShares } from '../store/logTableRows';
import demo from './demo.json';
import { logColumns } from './logTemplates';
import type { LogKind } from './logTemplates';
import type { SeededRandom } from './seededRandom';

const retentions: Readonly<Record<string, number>> = demo.retentions;
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
  for (const { kind, rows, prefix, tables, ...group } of demo.tableGroups) {
    const { guid: groupGuid } = await deps.tableGroups.create(group);
    for (const name of tables.map((table) => `${prefix}_${table}`)) {
      await deps.logTables.create({
        name,
        layout: demo.rowTables.includes(name) ? 'row' : 'columnar',
        compression: demo.deflatedTables.includes(name) ? 'deflate' : 'snappy',
        retention: retentions[name] ?? 0,
        cryptoProfileGuid: demo.encryptedTables.includes(name) ? cryptoProfile.guid : undefined,
        groupGuid,
        schemaCode: kind,
      });
      const count = Math.round(rows * (0.6 + seeded.below(80) / 100));
      fills.push({ table: name, select: rowsOf(kind as LogKind, name, count, fills.length + 1, now) });
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
