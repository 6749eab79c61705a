/** What `system` lists, one a line, with the fields of its rows. */
const table = `
tables · table metadata primary_configs replica_configs lock_owner lock_purpose lock_reentcnt retention_policy data_path is_locked privileges security_groups min_day max_day disk_usage
queries · id query_string is_eof is_end is_cancelled start_time finish_time last_started elapsed background commands sub_queries is_scheduled_query login_name remote_ip rows
count · _time sk table count era sto_class sto_path
logdisk · _time table disk_usage
indexdisk · _time table index type disk_usage
loggers · namespace name factory_namespace factory_name status interval cron_schedule log_count drop_count log_volume drop_volume last_start_at last_run_at last_log_at last_write_at
streams · source_type name running enabled async description interval query_string input_count output_count owner created_at modified_at last_refresh_at input_tables input_loggers input_streams
lookups · name
logs · _time class level msg
sentries · guid host_name remote_ip is_connected description cpu_usage mem_usage disk_usage nic_rx_usage nic_tx_usage user_dir cpu_kernel cpu_user phy_used phy_free phy_total swap_used swap_free swap_total last_connect_at os os_ver arch jvm_name jvm_version ip_addrs disks nics
threads · tid name state stacktrace
topthreads · tid name state priority usage stacktrace
nodes · name description address port failure paired last_alive last_connect login_name secure skip_cert_check connect_timeout read_timeout
license-usages · node volume count
ceptopics · topic count
cepclocks · host time timeout_queue_len expire_queue_len
pcapdevices · name description ip mac subnet netmask
memory pools ·
memory objects ·
`;

const fieldsOf = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', fields = ''] = line.split(/ · ?/);
      return [name, fields.split(' ').filter((field) => field !== '')] as const;
    }),
);

export const systemObjects: readonly string[] = [...fieldsOf.keys()];

export function fieldsOfSystem(object: string): readonly string[] {
  return fieldsOf.get(object) ?? [];
}

/** What the local platform lists. */
const localObjects: ReadonlySet<string> = new Set([
  ...['tables', 'queries', 'count', 'logdisk', 'indexdisk', 'lookups', 'logs', 'nodes'],
]);

export function isLocalObject(object: string): boolean {
  return localObjects.has(object);
}

/** The name of the only node of the local platform. */
export const localNode = 'local';

/** Whether a name before the colon of `NODE:TABLE` means the local platform. */
export function isLocalNode(node: string): boolean {
  return node === '*' || node === localNode;
}
