import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RuleKind } from '../../core/interface/rule';
import { formatWireTime } from '../../core/interface/time';
import { audited, operation } from '../audit/requestAudit';
import { callerOf } from '../http/caller';
import { int32Paging, pageOf, pathInt32 } from '../http/checks';
import {
  bodyParameters,
  pathGuid,
  pathParameter,
  queryParameters,
  required,
} from '../http/requestParameters';
import type { Services } from '../services';
import { parseRule } from '../rules/ruleParameters';
import { withReferenceNames } from '../rules/missingReferences';
import type { RestoreFailure } from '../rules/missingReferences';
import type { StoredRule, StoredVersion } from '../store/ruleStore';

/** Detection rules; both kinds have the same operations under different paths. */
export function registerRuleRoutes(app: FastifyInstance, services: Services): void {
  for (const kind of ['batch', 'stream'] as const) {
    registerReading(app, services, kind);
    registerWriting(app, services, kind);
    registerVersions(app, services, kind);
  }
  // What rules of both kinds can refer to.
  app.get('/rule-references', operation('MEMBER', 'batch-rule', 'list-references', true), (request) =>
    pageOf(request, 'references', services.references.ofRules(), ({ kind, guid, name }) => {
      return { item: kind, guid, name };
    }),
  );
}

function registerReading(app: FastifyInstance, services: Services, kind: RuleKind): void {
  const { rules, references } = services;
  const module = `${kind}-rule`;

  app.get(`/${kind}-rules`, operation('MEMBER', module, 'list', true), async (request) => {
    const parameters = queryParameters(request);
    const page = await rules.list(kind, parameters.text('keywords'), int32Paging(parameters));
    return {
      total_count: page.total,
      rules: page.rules.map((rule) => ruleRecord(kind, rule, references)),
    };
  });

  app.get(`/${kind}-rules/:guid`, operation('MEMBER', module, 'get'), async (request) => {
    const rule = await rules.find(kind, pathGuid(request));
    return { rule: rule ? ruleRecord(kind, rule, references) : null };
  });
}

function registerWriting(app: FastifyInstance, services: Services, kind: RuleKind): void {
  const { rules, references, auditLog } = services;
  const module = `${kind}-rule`;

  const changeOf = (request: FastifyRequest) => {
    const parameters = bodyParameters(request);
    const configuration = parseRule(kind, parameters, references);
    request.auditMessage = { name: configuration.name };
    return {
      configuration,
      enabled: parameters.boolean('enabled'),
      description: parameters.text('version_description'),
      userName: callerOf(request).loginName,
    };
  };

  app.post(`/${kind}-rules`, operation('ADMIN', module, 'create', kind === 'batch'), async (request) => ({
    guid: await rules.create(kind, changeOf(request), audited(request, auditLog)),
  }));

  app.put(
    `/${kind}-rules/:guid`,
    operation('ADMIN', module, 'update', kind === 'stream'),
    async (request) => {
      await rules.update(kind, pathGuid(request), changeOf(request), audited(request, auditLog));
      return {};
    },
  );

  for (const [method, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    app.post(`/${kind}-rules/:guid/${method}`, operation('ADMIN', module, method), async (request) => {
      const entry = audited<string>(request, auditLog, (name) => ({ name }));
      await rules.setEnabled(kind, pathGuid(request), enabled, entry);
      return {};
    });
  }
}

function registerVersions(app: FastifyInstance, services: Services, kind: RuleKind): void {
  const { rules, references, auditLog } = services;
  const module = `${kind}-rule`;
  const path = `/${kind}-rules/:guid/versions`;

  app.get(path, operation('MEMBER', module, 'list-versions', true), async (request) => {
    const versions = await rules.versions(kind, pathGuid(request));
    return { total_count: versions.length, versions: versions.map(versionRecord) };
  });

  app.get(`${path}/:version`, operation('MEMBER', module, 'get-version', true), async (request) => {
    const guid = pathGuid(request);
    const wanted = versionOf(request);
    const snapshot = (await rules.versions(kind, guid)).find(({ version }) => version === wanted);
    if (!snapshot) return { version: null };
    return { version: { ...versionRecord(snapshot), rule: { guid, ...snapshot.configuration } } };
  });

  app.post(`${path}/:version/restore`, operation('ADMIN', module, 'restore'), async (request) => {
    const guid = pathGuid(request);
    const version = versionOf(request);
    const userName = callerOf(request).loginName;
    const rule = await rules.find(kind, guid);
    request.auditMessage = { guid, version, ...(rule && { name: rule.configuration['name'] }) };
    const entry = audited(request, auditLog);
    const failures = await rules.restore(kind, guid, version, userName, references, entry);
    if (failures.length === 0) return { result: true, failures: [] };
    request.rejection = validationFailed;
    return {
      result: false,
      error_msg: validationFailed,
      failures: failures.map((failure) => failureRecord(kind, failure)),
    };
  });
}

/** Spelled as in the interface. */
const validationFailed = 'validation-falied';

/** A blank one counts as missing. */
function versionOf(request: FastifyRequest): number {
  required('version', pathParameter(request, 'version').trim() || undefined);
  return pathInt32(request, 'version');
}

function ruleRecord(
  kind: RuleKind,
  rule: StoredRule,
  references: Services['references'],
): Record<string, unknown> {
  return {
    guid: rule.guid,
    ...withReferenceNames(kind, rule.configuration, references),
    enabled: rule.enabled,
    user_name: rule.userName,
    created: formatWireTime(rule.created),
    updated: formatWireTime(rule.updated),
  };
}

function versionRecord(snapshot: StoredVersion): Record<string, unknown> {
  return {
    version: snapshot.version,
    created: formatWireTime(snapshot.created),
    user_name: snapshot.userName,
    description: snapshot.description ?? null,
  };
}

/** The interface names the fields of the two kinds differently. */
function failureRecord(kind: RuleKind, { item, value, reason }: RestoreFailure): Record<string, string> {
  return kind === 'batch' ? { id: item, name: value, reason } : { field: item, value, reason };
}
