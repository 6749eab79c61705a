import { printString } from '../language/printExpression';
import type { MappedSource, SigmaMapping } from './mappingFile';

/**
 * The built-in mapping: a table for each product or category under its common name, Windows events by channel
 * and event ID, and unchanged field names.
 */
export function defaultMapping(): SigmaMapping {
  return {
    sources: [
      ...windowsCategories(),
      ...Object.entries(windowsChannels).map(([service, channels]) =>
        windowsSource({ service }, inChannels(channels)),
      ),
      source({ product: 'windows', service: 'iis' }, 'web'),
      // The last of equally specific sources wins: a product is more specific than a category.
      ...Object.entries(serviceTables).map(([service, table]) => source({ service }, table)),
      ...Object.entries(categoryTables).map(([category, table]) => source({ category }, table)),
      ...Object.entries(productTables).map(([product, table]) => source({ product }, table)),
      windowsSource({}, undefined),
    ],
    fields: {},
    values: {},
    keywords: undefined,
    placeholders: {},
    duration: '1d',
  };
}

type SourceKeys = Partial<Pick<MappedSource, 'product' | 'category' | 'service'>>;

function source(keys: SourceKeys, table: string, condition?: string): MappedSource {
  const { product, category, service } = keys;
  return {
    product,
    category,
    service,
    tables: [table],
    condition,
    fields: {},
    values: {},
    keywords: undefined,
  };
}

function windowsSource(keys: SourceKeys, condition: string | undefined): MappedSource {
  return source({ product: 'windows', ...keys }, 'windows', condition);
}

function windowsCategories(): readonly MappedSource[] {
  return windowsEvents.flatMap(([channels, categories]) =>
    Object.entries(categories).map(([category, numbers]) => {
      const [first] = numbers;
      const isEvent =
        numbers.length === 1 ? `EventID == ${first ?? 0}` : `in(EventID, ${numbers.join(', ')})`;
      return windowsSource({ category }, `${inChannels(channels)} and ${isEvent}`);
    }),
  );
}

function inChannels(channels: readonly string[]): string {
  const [first = ''] = channels;
  return channels.length === 1
    ? `Channel == ${printString(first)}`
    : `in(Channel, ${channels.map(printString).join(', ')})`;
}

const sysmon = ['Microsoft-Windows-Sysmon/Operational'];
const powershell = ['Microsoft-Windows-PowerShell/Operational', 'PowerShellCore/Operational'];
const classicPowershell = ['Windows PowerShell'];

/** The event IDs, by channels and category. */
const windowsEvents: readonly (readonly [
  channels: readonly string[],
  categories: Readonly<Record<string, readonly number[]>>,
])[] = [
  [
    sysmon,
    {
      process_creation: [1],
      file_change: [2],
      network_connection: [3],
      sysmon_status: [4, 16],
      process_termination: [5],
      driver_load: [6],
      image_load: [7],
      create_remote_thread: [8],
      raw_access_thread: [9],
      raw_access_read: [9],
      process_access: [10],
      file_event: [11],
      registry_add: [12],
      registry_delete: [12],
      registry_set: [13],
      registry_rename: [14],
      registry_event: [12, 13, 14],
      create_stream_hash: [15],
      pipe_created: [17, 18],
      wmi_event: [19, 20, 21],
      dns_query: [22],
      file_delete: [23, 26],
      file_delete_detected: [26],
      clipboard_capture: [24],
      clipboard_change: [24],
      process_tampering: [25],
      file_block: [27],
      file_block_executable: [27],
      file_block_shredding: [28],
      file_executable_detected: [29],
      sysmon_error: [255],
    },
  ],
  [powershell, { ps_module: [4103], ps_script: [4104] }],
  [
    classicPowershell,
    { ps_classic_start: [400], ps_classic_provider_start: [600], ps_classic_script: [800] },
  ],
];

const windowsChannels: Readonly<Record<string, readonly string[]>> = {
  application: ['Application'],
  security: ['Security'],
  system: ['System'],
  sysmon,
  powershell,
  'powershell-classic': classicPowershell,
  taskscheduler: ['Microsoft-Windows-TaskScheduler/Operational'],
  wmi: ['Microsoft-Windows-WMI-Activity/Operational'],
  windefend: ['Microsoft-Windows-Windows Defender/Operational'],
  'firewall-as': ['Microsoft-Windows-Windows Firewall With Advanced Security/Firewall'],
  'bits-client': ['Microsoft-Windows-Bits-Client/Operational'],
  'dns-server': ['DNS Server'],
  'dns-server-audit': ['Microsoft-Windows-DNS-Server/Audit'],
  'dns-server-analytic': ['Microsoft-Windows-DNS-Server/Analytical'],
  'dns-client': ['Microsoft-Windows-DNS Client Events/Operational'],
  dhcp: ['Microsoft-Windows-DHCP-Server/Operational'],
  'driver-framework': ['Microsoft-Windows-DriverFrameworks-UserMode/Operational'],
  ntlm: ['Microsoft-Windows-NTLM/Operational'],
  'msexchange-management': ['MSExchange Management'],
  'printservice-admin': ['Microsoft-Windows-PrintService/Admin'],
  'printservice-operational': ['Microsoft-Windows-PrintService/Operational'],
  'terminalservices-localsessionmanager': [
    'Microsoft-Windows-TerminalServices-LocalSessionManager/Operational',
  ],
  'codeintegrity-operational': ['Microsoft-Windows-CodeIntegrity/Operational'],
  'smbclient-security': ['Microsoft-Windows-SmbClient/Security'],
  'smbclient-connectivity': ['Microsoft-Windows-SmbClient/Connectivity'],
  'smbserver-connectivity': ['Microsoft-Windows-SMBServer/Connectivity'],
  applocker: ['EXE and DLL', 'MSI and Script', 'Packaged app-Deployment', 'Packaged app-Execution'].map(
    (log) => `Microsoft-Windows-AppLocker/${log}`,
  ),
  'diagnosis-scripted': ['Microsoft-Windows-Diagnosis-Scripted/Operational'],
  'shell-core': ['Microsoft-Windows-Shell-Core/Operational'],
  openssh: ['OpenSSH/Operational'],
  ldap: ['Microsoft-Windows-LDAP-Client/Debug'],
  ldap_debug: ['Microsoft-Windows-LDAP-Client/Debug'],
  'appxpackaging-om': ['Microsoft-Windows-AppxPackaging/Operational'],
  'appxdeployment-server': ['Microsoft-Windows-AppXDeploymentServer/Operational'],
  'appmodel-runtime': ['Microsoft-Windows-AppModel-Runtime/Admin'],
  'lsa-server': ['Microsoft-Windows-LSA/Operational'],
  vhdmp: ['Microsoft-Windows-VHDMP/Operational'],
  'security-mitigations': ['Kernel Mode', 'User Mode'].map(
    (mode) => `Microsoft-Windows-Security-Mitigations/${mode}`,
  ),
  capi2: ['Microsoft-Windows-CAPI2/Operational'],
  'certificateservicesclient-lifecycle-system': [
    'Microsoft-Windows-CertificateServicesClient-Lifecycle-System/Operational',
  ],
  'iis-configuration': ['Microsoft-IIS-Configuration/Operational'],
  'microsoft-servicebus-client': ['Microsoft-ServiceBus-Client'],
  'servicebus-client': ['Admin', 'Operational'].map((log) => `Microsoft-ServiceBus-Client/${log}`),
  bitlocker: ['Microsoft-Windows-BitLocker/BitLocker Management'],
  ntfs: ['Microsoft-Windows-Ntfs/Operational'],
  sense: ['Microsoft-Windows-SENSE/Operational'],
  'hyper-v-worker': ['Microsoft-Windows-Hyper-V-Worker'],
  'kernel-event-tracing': ['Microsoft-Windows-Kernel-EventTracing'],
  'kernel-shimengine': ['Operational', 'Diagnostic'].map(
    (log) => `Microsoft-Windows-Kernel-ShimEngine/${log}`,
  ),
  'application-experience': ['Program-Telemetry', 'Program-Compatibility-Assistant'].map(
    (log) => `Microsoft-Windows-Application-Experience/${log}`,
  ),
};

const productTables: Readonly<Record<string, string>> = {
  linux: 'linux',
  macos: 'macos',
  aws: 'aws_cloudtrail',
  azure: 'azure',
  gcp: 'gcp_audit',
  m365: 'm365',
  okta: 'okta',
  onelogin: 'onelogin',
  github: 'github',
  bitbucket: 'bitbucket',
  google_workspace: 'google_workspace',
  kubernetes: 'kubernetes',
  cisco: 'cisco',
  fortigate: 'fortigate',
  fortinet: 'fortigate',
  fortios: 'fortigate',
  paloalto: 'paloalto',
  huawei: 'huawei',
  juniper: 'juniper',
  zeek: 'zeek',
  apache: 'web',
  nginx: 'web',
};

const categoryTables: Readonly<Record<string, string>> = {
  antivirus: 'antivirus',
  application: 'application',
  database: 'database',
  dns: 'dns',
  firewall: 'firewall',
  proxy: 'proxy',
  webserver: 'web',
};

/** For log sources that specify only a service. */
const serviceTables: Readonly<Record<string, string>> = {
  apache: 'web',
  nginx: 'web',
  netflow: 'netflow',
};
