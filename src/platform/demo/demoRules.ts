import type { RuleKind } from '../../shared/wire/rule';
import { referenceFields } from '../../shared/wire/ruleReferences';
import { withReferenceNames } from '../rules/ruleReferences';
import type { RuleConfiguration } from '../rules/ruleReferences';
import type { ReferenceKind, ReferenceObject, References } from '../store/references';
import type { Rules } from '../store/rules';
import type { SeededRandom } from './seededRandom';

const objectNames: Readonly<Partial<Record<ReferenceKind, readonly string[]>>> = {
  dataset: ['Perimeter traffic', 'Web access', 'Windows logons', 'Cloud audit trail'],
  ticket_repo: ['SOC tickets', 'IT service desk'],
  address_group: ['Internal networks', 'Partner networks', 'Known scanners'],
  category: ['Reconnaissance', 'Credential access', 'Exfiltration', '내부정보 유출'],
  rule_category: ['Network', 'Endpoint', 'Identity'],
  audit_category: ['PCI DSS', 'ISMS-P'],
  reviewer: ['김지훈', 'Rachel Smith'],
  auditor: ['이서연', 'Alan Wong'],
  alarm_group: ['Night shift', 'Day shift'],
  logger_model: ['Syslog', 'Windows agent'],
  ticket_assignee: ['박민준', 'Sophie Chen', '최하은'],
};

const schemaNames = {
  firewall: 'Firewall',
  web: 'Web',
  windows: 'Windows',
  cloud: 'Cloud',
  endpoint: 'Endpoint',
};

/** The queries by the names of the rules. */
const batchRules: Readonly<Record<string, string>> = {
  'Port scan from one source':
    'table duration=10m fw_* | stats dc(dst_port) as ports by src_ip | search ports > 5',
  'Many denied connections':
    'table duration=10m fw_* | search action == "deny" | stats count by src_ip | search count > 100',
  'Large outbound transfer':
    'table duration=1h fw_* | stats sum(bytes) as total by src_ip | search total > 5000000',
  'Brute force against the portal':
    'table duration=10m web_portal | search status == 401 | stats count by client_ip',
  'SQL injection tool':
    'table duration=10m web_* | search user_agent == "sqlmap*" | stats count by client_ip',
  'Repeated logon failures': 'table duration=10m win_* | search event_id == 4625 | stats count by user',
  '감사 로그 삭제': 'table duration=10m win_* | search event_id == 1102 | fields computer, user',
  'New administrator': 'table duration=1h win_dc_seoul | search event_id == 4672 | stats count by user',
  'Console login without MFA': 'table duration=1h cloud_identity | search mfa == false | stats count by user',
  'Trail deleted':
    'table duration=1h cloud_prod | search event_name == "DeleteTrail" | fields user, source_ip',
  'Encoded command line':
    'table duration=10m edr_processes | search contains(command_line, "-enc") | fields host, user',
  'Credential dumping tool':
    'table duration=10m edr_processes | search process == "mimikatz.exe" | fields host, user',
};

/** To be tuned: it has no threshold. */
const noisy: Readonly<Record<string, { readonly description: string }>> = {
  'Repeated logon failures': {
    description: 'Part of the sample data. Noisy: without a threshold, almost every run finds something.',
  },
};

/** The schemas by the names of the rules. */
const streamRules: Readonly<Record<string, string>> = {
  'Connection to a known scanner': 'firewall',
  'Guest network to data centre': 'firewall',
  'Administration page from outside': 'web',
  'Web shell upload': 'web',
  'Service installed on a domain controller': 'windows',
  'Access key created at night': 'cloud',
  'Office spawns a shell': 'endpoint',
  'USB storage on a server': 'endpoint',
};

const day = 24 * 60 * 60 * 1000;

/** Twenty rules with their versions; three have an old version that can no longer be restored. */
export async function addDemoRules(
  { rules, references }: { readonly rules: Rules; readonly references: References },
  seeded: SeededRandom,
  now: Date,
): Promise<void> {
  const writer = new DemoRuleWriter(rules, references, seeded, now);
  await writer.addReferences();
  for (const [name, query] of Object.entries(batchRules))
    await writer.addRule('batch', { name, query, schedule: '*/10 * * * *', ...noisy[name] });
  for (const [name, schema] of Object.entries(streamRules))
    await writer.addRule('stream', { name, schema_code: schema });
  await writer.removeRetired();
}

class DemoRuleWriter {
  readonly #objects: ReferenceObject[] = [];
  #written = 0;

  constructor(
    private readonly rules: Rules,
    private readonly references: References,
    private readonly seeded: SeededRandom,
    private readonly now: Date,
  ) {}

  async addReferences(): Promise<void> {
    for (const [kind, names] of Object.entries(objectNames) as [ReferenceKind, readonly string[]][]) {
      for (const name of names) this.#objects.push({ kind, guid: this.seeded.guid(), name });
    }
    for (const [code, name] of Object.entries(schemaNames))
      this.#objects.push({ kind: 'schema', guid: code, name });
    for (const table of ['fw_seoul_core', 'win_security', 'edr_processes']) {
      this.#objects.push({
        kind: 'logger',
        guid: this.seeded.guid(),
        name: `${table} receiver`,
        tableName: table,
      });
    }
    this.#objects.push({ kind: 'address_group', guid: retiredGroup, name: 'Old branch offices' });
    this.#objects.push({ kind: 'ticket_repo', guid: retiredRepository, name: 'Retired help desk' });
    await this.references.add(this.#objects);
  }

  async addRule(kind: RuleKind, fields: RuleConfiguration & { readonly name: string }): Promise<void> {
    const index = this.#written++;
    const first = { ...this.#configuration(kind, fields), name: fields.name };
    // The first rule of each kind had other references, and the second one had a name that a newer rule has
    // taken.
    const isFirst = [batchRules, streamRules].some((rules) => Object.keys(rules)[0] === fields.name);
    const oldest = {
      ...first,
      ...(isFirst ? { address_group_guid: retiredGroup, ticket_repo_guid: retiredRepository } : {}),
      ...(index === 1 ? { name: takenName } : {}),
    };
    const guid = await this.rules.create(kind, {
      ...this.#change(kind, oldest, 60),
      enabled: index % 7 !== 6,
      description: 'First draft.',
    });
    const changes = 2 + this.seeded.below(3);
    for (let version = 1; version <= changes; version += 1) {
      const tuned = {
        ...first,
        priority: this.seeded.pick(['LOW', 'MEDIUM', 'HIGH']),
        event_suppress_interval: 60 * version,
      };
      const description = this.seeded.pick(['Fewer false positives.', '임계값 조정', 'Quarterly review.']);
      await this.rules.update(kind, guid, { ...this.#change(kind, tuned, 60 - version * 12), description });
    }
    if (index === 1) await this.rules.create(kind, this.#change(kind, { ...first, name: takenName }, 5));
  }

  async removeRetired(): Promise<void> {
    await this.references.remove('address_group', retiredGroup);
    await this.references.remove('ticket_repo', retiredRepository);
  }

  #change(kind: RuleKind, configuration: RuleConfiguration & { readonly name: string }, daysAgo: number) {
    const named = withReferenceNames(kind, configuration, this.references);
    return {
      configuration: { ...named, name: configuration.name },
      userName: this.seeded.pick(['admin', 'master', 'jkim']),
      timestamp: new Date(this.now.getTime() - Math.max(0.2, daysAgo) * day),
    };
  }

  #configuration(kind: RuleKind, fields: RuleConfiguration): RuleConfiguration {
    const selected = referenceFields[kind].flatMap(({ item, identifiers }) => {
      if (identifiers in fields) return [];
      const { guid } = this.#pickObject(item);
      return [[identifiers, identifiers.endsWith('_guids') ? [guid] : guid] as const];
    });
    return {
      description: 'Part of the sample data.',
      ...fields,
      msg: 'Investigate $src_ip',
      priority: this.seeded.pick(['LOW', 'MEDIUM', 'HIGH']),
      ticket_issue_cond: this.seeded.pick(['NEVER', 'ETIR_THRESHOLD', 'ALWAYS']),
      mitre_tactics: [this.seeded.pick(['TA0001', 'TA0006', 'TA0010'])],
      ...Object.fromEntries(selected),
    };
  }

  #pickObject(kind: ReferenceKind): ReferenceObject {
    const retired = new Set([retiredGroup, retiredRepository]);
    const [first, ...others] = this.#objects.filter(
      (object) => object.kind === kind && !retired.has(object.guid),
    );
    if (!first) throw new Error(`no sample object of kind ${kind}`);
    return this.seeded.pick([first, ...others]);
  }
}

const retiredGroup = '0d0d0d0d-0000-4000-8000-000000000001';
const retiredRepository = '0d0d0d0d-0000-4000-8000-000000000002';
const takenName = 'Denied connections';
