import type { RuleKind } from '../../core/interface/rule';
import { referenceFields } from '../../core/interface/ruleReferences';
import { withReferenceNames } from '../rules/missingReferences';
import type { RuleConfiguration } from '../rules/missingReferences';
import type { ReferenceKind, ReferenceObject, References } from '../store/references';
import type { Rules } from '../store/ruleStore';
import demo from './demo.json';
import type { SeededRandom } from './seededRandom';
import { day } from '../../core/time/durations';

/** To be tuned: it has no threshold. */
const noisy: Readonly<Record<string, { readonly description: string }>> = {
  'Repeated logon failures': {
    description: 'Part of the sample data. Noisy: without a threshold, almost every run finds something.',
  },
};

/** Twenty rules with their versions; three have an old version that can no longer be restored. */
export async function addDemoRules(
  { rules, references }: { readonly rules: Rules; readonly references: References },
  seeded: SeededRandom,
  now: Date,
): Promise<void> {
  const writer = new DemoRuleWriter(rules, references, seeded, now);
  await writer.addReferences();
  for (const [name, query] of Object.entries(demo.batchRules))
    await writer.addRule('batch', { name, query, schedule: '*/10 * * * *', ...noisy[name] });
  for (const [name, schema] of Object.entries(demo.streamRules))
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
    for (const [kind, names] of Object.entries(demo.objectNames) as [ReferenceKind, readonly string[]][]) {
      for (const name of names) this.#objects.push({ kind, guid: this.seeded.guid(), name });
    }
    for (const [code, name] of Object.entries(demo.schemaNames))
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
    const isFirst = [demo.batchRules, demo.streamRules].some(
      (rules) => Object.keys(rules)[0] === fields.name,
    );
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
