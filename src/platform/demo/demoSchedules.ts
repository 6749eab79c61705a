import type { Trigger } from '../scheduledQuery';
import type { ScheduledQueries } from '../store/scheduledQueries';
import { addScheduledRuns } from '../store/scheduledRuns';
import type { ScheduledRun } from '../store/scheduledRuns';
import type { Store } from '../store/store';
import type { SeededRandom } from './seededRandom';

interface DemoSchedule {
  readonly query: string;
  /** A cron expression, or the name of a preceding schedule and its required result. */
  readonly trigger: string | readonly [preceding: string, action: 'succeeded' | 'failed' | 'finished'];
  readonly description?: string;
  readonly enabled?: boolean;
  readonly outputParameter?: boolean;
  readonly failure?: string;
}

const schedules: Readonly<Record<string, DemoSchedule>> = {
  'Denied connections by source': {
    query:
      'table duration=1h fw_seoul_core, fw_seoul_dmz | search action == "deny" | stats count by src_ip | sort limit=50 -count',
    trigger: '*/10 * * * *',
  },
  'Top talkers': {
    query: 'table duration=1h fw_* | stats sum(bytes) as total, count by src_ip | sort limit=20 -total',
    trigger: '5 * * * *',
  },
  'RDP from outside': {
    query:
      'table duration=1d fw_* | search dst_port == 3389 and action == "allow" | stats count by src_ip, dst_ip',
    trigger: '15 * * * *',
  },
  'Traffic by country': {
    query: 'table duration=1d fw_tokyo, fw_frankfurt | timechart span=1h sum(bytes) as bytes by country',
    trigger: '20 * * * *',
  },
  'Guest network volume': {
    query: 'table duration=1d fw_guest | timechart span=10m count',
    trigger: '*/30 * * * *',
  },
  'Server errors': {
    query: 'table duration=1h web_* | search status >= 500 | stats count by url, status | sort -count',
    trigger: '*/5 * * * *',
    outputParameter: true,
  },
  'Slow requests': {
    query:
      'table duration=1h web_shop, web_api | search response_time > 1 | stats avg(response_time) as average, count by url',
    trigger: '*/15 * * * *',
  },
  Scanners: {
    query:
      'table duration=1d web_* | search user_agent == "sqlmap*" | stats count, dc(url) as urls by client_ip',
    trigger: '30 * * * *',
  },
  'Login page pressure': {
    query:
      'table duration=1h web_portal | search url == "/login*" and status == 401 | stats count by client_ip | search count > 20',
    trigger: '*/10 * * * *',
  },
  'Bytes served by method': {
    query: 'table duration=1d web_cdn | stats sum(bytes) as bytes by method',
    trigger: '0 1 * * *',
  },
  '로그온 실패 집계': {
    query: 'table duration=1h win_* | search event_id == 4625 | stats count by user, src_ip | sort -count',
    trigger: '*/10 * * * *',
    outputParameter: true,
    description: '한 시간 동안의 로그온 실패',
  },
  'New local accounts': {
    query: 'table duration=1d win_* | search event_id == 4720 | fields _time, computer, user, message',
    trigger: '0 * * * *',
  },
  'Audit log cleared': {
    query: 'table duration=1d win_* | search event_id == 1102 | fields _time, computer, user',
    trigger: '*/30 * * * *',
  },
  'Services installed': {
    query: 'table duration=1d win_servers, win_dc_seoul | search event_id == 7045 | stats count by computer',
    trigger: '45 * * * *',
  },
  'Remote logons by user': {
    query:
      'table duration=1d win_rdp | search logon_type == 10 | stats count by user | lookup lookup_users user output full_name, department',
    trigger: '0 6 * * *',
  },
  'Console logins without MFA': {
    query:
      'table duration=1d cloud_identity | search event_name == "ConsoleLogin" and mfa == false | stats count by user',
    trigger: '10 * * * *',
  },
  'Denied cloud calls': {
    query: 'table duration=1h cloud_* | search isnotnull(error_code) | stats count by event_name, user',
    trigger: '*/15 * * * *',
  },
  'Trails deleted': {
    query:
      'table duration=1d cloud_prod | search event_name == "DeleteTrail" | fields _time, user, source_ip, region',
    trigger: '*/20 * * * *',
  },
  'Access keys created': {
    query:
      'table duration=7d cloud_identity | search event_name == "CreateAccessKey" | stats count by user, account_id',
    trigger: '0 7 * * 1',
  },
  'Encoded PowerShell': {
    query:
      'table duration=1h edr_processes | search contains(command_line, "-enc") | fields _time, host, user, command_line',
    trigger: '*/5 * * * *',
  },
  'Office spawning shells': {
    query:
      'table duration=1d edr_processes | search parent_process == "winword.exe" and in(process, "cmd.exe", "powershell.exe") | stats count by host | lookup lookup_assets host output site, type',
    trigger: '25 * * * *',
  },
  'Severe endpoint alerts': {
    query:
      'table duration=1d edr_alerts | search severity == "high" | stats count by host, process | sort limit=100 -count',
    trigger: '*/30 * * * *',
    outputParameter: true,
  },
  'Rows per table': {
    query: 'system count | sort -count',
    trigger: '0 0 * * *',
    description: 'Nightly census of all tables',
  },
  'Legacy firewall check': {
    query: 'table duration=1h fw_retired | stats count',
    trigger: '*/10 * * * *',
    description: 'Somebody changed its table to one that does not exist; every run fails since',
    failure: '(10605) table-not-found',
  },
  'Quarterly traffic model': {
    query:
      'table fw_seoul_core | join type=cross protocol [ table fw_busan | limit 4000 | fields country ] | stats sum(bytes) as bytes, count by country',
    trigger: '0 3 * * *',
    description: 'Compares every connection with every other; takes a long time',
  },
  'Weekend batch report': {
    query: 'table duration=2d web_intranet | stats count by user',
    trigger: '0 8 * * 1',
    enabled: false,
    description: 'Disabled until the new intranet is available',
  },
  'Notify on server errors': {
    query: 'json "[{}]" | eval worst_url = $("url", "none"), errors = $("count", 0)',
    trigger: ['Server errors', 'succeeded'],
  },
  '로그온 실패 사용자 정보': {
    query: 'table duration=1d win_security | search user == $("user", "jkim") | stats count by computer',
    trigger: ['로그온 실패 집계', 'succeeded'],
    outputParameter: true,
  },
  'Fallback after legacy check': {
    query: 'table duration=1d fw_legacy? | stats count',
    trigger: ['Legacy firewall check', 'failed'],
  },
  'Close the endpoint review': {
    query: 'json "[{\'step\': \'closed\'}]" | eval host = $("host", "none")',
    trigger: ['Severe endpoint alerts', 'finished'],
  },
};

const minute = 60_000;

/** A change of a schedule that made it fail. */
export interface DemoChange {
  readonly guid: string;
  readonly name: string;
  readonly at: Date;
}

/** Thirty schedules with results of earlier runs. Returns the changes after which some began to fail. */
export async function addDemoSchedules(
  { scheduledQueries, store }: { readonly scheduledQueries: ScheduledQueries; readonly store: Store },
  seeded: SeededRandom,
  now: Date,
): Promise<readonly DemoChange[]> {
  const changes: DemoChange[] = [];
  const guids = new Map<string, string>();
  for (const [name, schedule] of Object.entries(schedules)) {
    const { query, description, enabled = true, outputParameter = false } = schedule;
    const trigger = triggerOf(schedule, guids);
    const fields = { name, description, enabled, query, trigger, outputParameter };
    const guid = await scheduledQueries.create(fields, 'admin');
    guids.set(name, guid);
    if (!enabled) continue;
    const started = new Date(now.getTime() - (1 + seeded.below(55)) * minute);
    await scheduledQueries.recordStart(guid, { due: started, started });
    const run = { elapsedMilliseconds: 40 + seeded.below(2500), rows: 0 };
    await scheduledQueries.recordEnd(
      guid,
      schedule.failure === undefined
        ? { result: 'succeeded', ...run }
        : { result: 'failed', ...run, reason: schedule.failure },
    );
    await scheduledQueries.discardStarts(guid);
    if (schedule.failure === undefined) continue;
    const history = runsBefore(started, schedule.failure);
    await store.write((transaction) =>
      addScheduledRuns(
        transaction,
        history.map((run) => [guid, run]),
      ),
    );
    changes.push({ guid, name, at: new Date(started.getTime() - (failedRuns + 0.5) * runEvery) });
  }
  return changes;
}

const runEvery = 10 * minute;
const failedRuns = 11;
const workingRuns = 60;

/** Runs every ten minutes, of which the last ones failed, oldest first. */
function runsBefore(last: Date, failure: string): readonly ScheduledRun[] {
  return Array.from({ length: workingRuns + failedRuns }, (_, index): ScheduledRun => {
    const age = workingRuns + failedRuns - index;
    const started = new Date(last.getTime() - age * runEvery);
    const isFailed = age <= failedRuns;
    const elapsedMilliseconds = isFailed ? 12 : 180 + ((index * 37) % 90);
    return {
      due: started,
      started,
      finished: new Date(started.getTime() + elapsedMilliseconds),
      elapsedMilliseconds,
      rows: isFailed ? 0 : 1,
      resultState: isFailed ? 'failed' : 'succeeded',
      failure: isFailed ? failure : undefined,
    };
  });
}

function triggerOf({ trigger }: DemoSchedule, guids: ReadonlyMap<string, string>): Trigger {
  if (typeof trigger === 'string') return { type: 'cron', schedule: trigger };
  const [preceding, action] = trigger;
  return { type: 'workflow', precedingGuid: guids.get(preceding) ?? '', action };
}
