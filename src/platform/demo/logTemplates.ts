import { quoteText } from '../store/sqlText';

/** The kind of source of a table's rows. */
export type LogKind = 'firewall' | 'web' | 'windows' | 'cloud' | 'endpoint';

/** A SELECT list over `i`, the number of the row, and `_time`; every value depends only on `i` and the salt. */
export function logColumns(kind: LogKind, salt: number): string {
  return templates[kind](new Selector(salt));
}

/** Writes expressions that select by a hash of the row number, so that the data is always the same. */
class Selector {
  #salt: number;

  constructor(salt: number) {
    this.#salt = salt * 1000;
  }

  /** An integer from 0 to the bound, exclusive. */
  below(bound: number): string {
    this.#salt += 1;
    // Hashes one number: hashes of two numbers would differ by a constant and select the same few values.
    return `(hash(i + ${this.#salt * 1_000_003}) % ${bound})::BIGINT`;
  }

  /** The first items are more frequent than the last ones. */
  one(items: readonly string[]): string {
    const list = items.map(quoteText).join(', ');
    return `list_value(${list})[1 + least(${this.below(items.length)}, ${this.below(items.length)})]`;
  }

  /** True once in `once` rows. */
  rarely(once: number): string {
    return `${this.below(once)} = 0`;
  }

  address(prefix: string): string {
    return `concat('${prefix}.', ${this.below(24)}, '.', 1 + ${this.below(250)})`;
  }
}

const people = [
  'jkim',
  'slee',
  'mpark',
  'hchoi',
  'dkang',
  'yjung',
  'schen',
  'awong',
  'tmori',
  'rsmith',
  'svc-backup',
];
const countries = ['KR', 'US', 'JP', 'CN', 'DE', 'VN', 'RU', 'BR'];

const templates: Readonly<Record<LogKind, (pick: Selector) => string>> = {
  firewall: (pick) => `
    ${pick.address('10.20')} AS src_ip, concat(${pick.one(['203.0.113', '198.51.100', '192.0.2'])}, '.', ${pick.below(254)}) AS dst_ip,
    1024 + ${pick.below(64_000)} AS src_port,
    ${pick.one(['443', '80', '53', '22', '3389', '8080', '445'])}::BIGINT AS dst_port,
    ${pick.one(['tcp', 'udp', 'icmp'])} AS protocol, CASE WHEN ${pick.rarely(7)} THEN 'deny' ELSE 'allow' END AS action,
    64 + ${pick.below(1500)} * (1 + ${pick.below(40)}) AS bytes, 1 + ${pick.below(60)} AS packets,
    ${pick.one(['outbound-web', 'dns', 'partner-vpn', 'default-deny', 'guest-wifi'])} AS rule, ${pick.one(people)} AS "user",
    ${pick.one(countries)} AS country,
    concat('action=', action, ' src=', src_ip, ':', src_port, ' dst=', dst_ip, ':', dst_port, ' proto=', protocol, ' bytes=', bytes) AS line`,
  web: (pick) => `
    ${pick.address('172.16')} AS client_ip, ${pick.one(['GET', 'GET', 'POST', 'PUT', 'DELETE'])} AS method,
    concat(${pick.one(['/', '/login', '/api/orders', '/api/users', '/static/app.js', '/search', '/admin', '/wp-login.php'])},
      CASE WHEN ${pick.rarely(3)} THEN concat('?id=', ${pick.below(9000)}) ELSE '' END) AS url,
    ${pick.one(['200', '200', '200', '304', '302', '404', '401', '403', '500', '503'])}::BIGINT AS status,
    120 + ${pick.below(90_000)} AS bytes, round(0.001 * (2 + ${pick.below(60)} * (1 + ${pick.below(30)})), 3) AS response_time,
    ${pick.one(['Mozilla/5.0 (Windows NT 10.0)', 'Mozilla/5.0 (Macintosh)', 'curl/8.5.0', 'python-requests/2.32', 'sqlmap/1.8'])} AS user_agent,
    ${pick.one([...people, '-'])} AS "user",
    concat(client_ip, ' - ', "user", ' [', strftime(_time, '%d/%b/%Y:%H:%M:%S +0000'), '] "', method, ' ', url, ' HTTP/1.1" ', status, ' ', bytes, ' "-" "', user_agent, '"') AS line`,
  windows: (pick) => `
    ${pick.one(['4624', '4634', '4688', '4625', '4672', '4720', '7045', '1102'])}::BIGINT AS event_id,
    CASE WHEN event_id IN (7045) THEN 'System' ELSE 'Security' END AS channel,
    concat(${pick.one(['SEL-WS', 'PUS-WS', 'SEL-DC', 'TKY-WS'])}, '-', lpad((${pick.below(180)})::VARCHAR, 3, '0')) AS computer,
    ${pick.one(people)} AS "user", ${pick.one(['3', '2', '10', '5', '7'])}::BIGINT AS logon_type, ${pick.address('10.30')} AS src_ip,
    CASE WHEN event_id = 4625 THEN 'failure' ELSE 'success' END AS outcome,
    CASE event_id WHEN 4624 THEN '계정이 성공적으로 로그온되었습니다.' WHEN 4625 THEN '계정을 로그온하지 못했습니다.'
      WHEN 4688 THEN '새 프로세스를 만들었습니다.' WHEN 4720 THEN '사용자 계정을 만들었습니다.' WHEN 1102 THEN '감사 로그가 지워졌습니다.'
      WHEN 7045 THEN 'A service was installed in the system.' ELSE 'An account was logged off.' END AS message,
    concat(event_id, ' ', computer, ' ', "user", ' ', message) AS line`,
  cloud: (pick) => `
    ${pick.one(['DescribeInstances', 'GetObject', 'AssumeRole', 'ConsoleLogin', 'PutObject', 'CreateAccessKey', 'DeleteTrail', 'AuthorizeSecurityGroupIngress'])} AS event_name,
    ${pick.one(['compute', 'storage', 'identity', 'signin', 'audit'])} AS event_source, ${pick.one([...people, 'ci-deployer'])} AS "user",
    ${pick.one(['ap-northeast-2', 'us-east-1', 'eu-central-1', 'ap-northeast-1'])} AS region, ${pick.address('192.168')} AS source_ip,
    concat('1000', 2000 + ${pick.below(6)}) AS account_id, CASE WHEN ${pick.rarely(19)} THEN 'AccessDenied' END AS error_code,
    NOT (${pick.rarely(5)}) AS mfa,
    concat('{"eventName":"', event_name, '","user":"', "user", '","sourceIPAddress":"', source_ip, '","awsRegion":"', region, '"}') AS line`,
  endpoint: (pick) => `
    concat('host-', lpad((${pick.below(320)})::VARCHAR, 4, '0')) AS host, ${pick.one(people)} AS "user",
    ${pick.one(['chrome.exe', 'outlook.exe', 'svchost.exe', 'powershell.exe', 'cmd.exe', 'rundll32.exe', 'mimikatz.exe'])} AS process,
    ${pick.one(['explorer.exe', 'services.exe', 'winword.exe', 'cmd.exe'])} AS parent_process, 400 + ${pick.below(30_000)} AS pid,
    CASE WHEN process = 'powershell.exe' AND ${pick.rarely(9)} THEN 'powershell.exe -nop -w hidden -enc SQBFAFgA' ELSE concat(process, ' /run') END AS command_line,
    ${pick.one(['process_start', 'file_write', 'network_connect', 'registry_set'])} AS action,
    ${pick.one(['info', 'info', 'low', 'medium', 'high'])} AS severity, substr(md5(concat(process, ${pick.below(40)})), 1, 32) AS md5,
    concat(severity, ' ', action, ' ', host, ' ', "user", ' ', command_line) AS line`,
};
