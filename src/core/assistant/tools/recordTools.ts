import * as z from 'zod/mini';
import { isMissingOperation, PermissionError } from '../../api/errors';
import { plainEntry } from '../../interface/auditLog';
import { formatWireTime, parseWireTime } from '../../interface/time';
import { described, keywordField, limitField, offsetField, platformField, textField } from '../inputs';
import { dataNotice, shortened, shortenedQuery } from '../logData';
import { mapLeaves } from '../../base/json';
import { QueryText } from '../../privacy/redact';
import { defineTool, ToolRejection } from '../tool';
import type { ToolResult } from '../tool';
import { getRule, listRules } from '../../api/operations/rules';
import { searchAuditLogs } from '../../api/operations/auditLogs';
import { getQueryStatus } from '../../api/operations/queries';

const defaultRecords = 50;

export const rulesTool = defineTool({
  name: 'logbench_rules',
  title: 'Read Detection Rules',
  description:
    'Lists the detection rules of a platform by kind (batch or stream) and keyword, or returns one with all its fields if a guid is given. Read-only.',
  input: z.strictObject({
    platform: platformField,
    kind: z.optional(described(z.enum(['batch', 'stream']), 'The default is batch.')),
    guid: z.optional(textField('Return this rule with all its fields.', 36)),
    keyword: keywordField,
    limit: limitField(200, defaultRecords),
    offset: offsetField,
  }),
  subject: ({ kind = 'batch', guid, keyword = '' }) => `${kind} rules ${guid ?? keyword}`,
  async run({ platform: name, kind = 'batch', guid, keyword, limit = defaultRecords, offset = 0 }, call) {
    const { client, ...open } = await call.open(name, 'metadata');
    const { masker } = call.host;
    const facts = { ...open.facts, kind, notice: dataNotice };
    if (guid !== undefined) {
      const rule = await client.send(getRule(kind, guid), call.signal);
      if (rule === undefined) throw new ToolRejection(`There is no ${kind} rule ${guid}.`);
      return { ...facts, rule: withQueries(masker.row(rule.raw)) };
    }
    const range = { keywords: keyword, limit, offset };
    const page = await client.send(listRules(kind, range), call.signal).catch((error: unknown) => {
      if (!isMissingOperation(error)) throw error;
      throw new ToolRejection('This platform does not list its detection rules. Pass the guid of one.');
    });
    const rules = page.items.map((rule) => ({
      guid: rule.guid,
      name: masker.text(rule.name),
      enabled: rule.enabled,
      priority: rule.priority ?? null,
      category: rule.category ?? null,
      updated: rule.updated ?? null,
    }));
    return { ...facts, total: page.total, rules };
  },
});

/** The fields of a rule that contain queries or parts of them. */
const queryFields = new Set(['query', 'commands']);

function withQueries(rule: Readonly<Record<string, unknown>>): ToolResult {
  const fields = Object.entries(rule).map(([name, value]) => [
    name,
    queryFields.has(name) ? mapLeaves(value, queryText) : value,
  ]);
  return Object.fromEntries(fields) as ToolResult;
}

function queryText(value: unknown): unknown {
  return typeof value === 'string' ? new QueryText(value) : value;
}

export const auditLogsTool = defineTool({
  name: 'logbench_audit_logs',
  title: 'Search Audit Log',
  description:
    'Searches the audit log of a platform, newest first: who did what, when, with which result; names and addresses masked. Requires the role MASTER.',
  input: z.strictObject({
    platform: platformField,
    keywords: z.optional(
      described(
        z.array(z.string().check(z.maxLength(200))).check(z.maxLength(10)),
        'Words that must all occur in the entry.',
      ),
    ),
    from: z.optional(textField('Such as 2026-01-31T09:00:00Z.', 40)),
    to: z.optional(textField('The end of the period.', 40)),
    limit: limitField(200, defaultRecords),
    offset: offsetField,
  }),
  subject: ({ keywords = [] }) => `audit log ${keywords.join(' ')}`,
  async run({ platform: name, keywords = [], from, to, limit = defaultRecords, offset = 0 }, call) {
    const { facts, client } = await call.open(name, 'read');
    const query = { keywords, from: timeOf(from), to: timeOf(to), limit, offset };
    const page = await client.send(searchAuditLogs(query), call.signal).catch((error: unknown) => {
      if (!(error instanceof PermissionError)) throw error;
      throw new ToolRejection(
        'The audit log requires the role MASTER, and the key of this connection has a lower role.',
      );
    });
    const entries = page.items.map((entry) => {
      const fields = Object.entries(plainEntry(entry)).map(
        ([name, value]) => [name, shortened(value)] as const,
      );
      return call.host.masker.row({ id: entry.id, ...Object.fromEntries(fields) });
    });
    return { ...facts, total: page.total, notice: dataNotice, entries };
  },
});

function timeOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const timestamp = parseWireTime(text) ?? new Date(text);
  if (!Number.isNaN(timestamp.getTime())) return formatWireTime(timestamp);
  throw new ToolRejection(`"${text}" is not a time such as 2026-01-31T09:00:00Z.`);
}

export const queryStatusTool = defineTool({
  name: 'logbench_query_status',
  title: 'Read Query Status',
  description:
    'Returns the status of a query of the user by its ID: text, source, rows, elapsed time, state of each command. Read-only: it cannot be canceled from here.',
  input: z.strictObject({
    platform: platformField,
    id: described(z.int().check(z.gte(0), z.lte(2_147_483_647)), 'The query ID.'),
  }),
  subject: ({ id }) => `status of query ${id}`,
  async run({ platform: name, id }, call) {
    const { facts, client } = await call.open(name, 'metadata');
    const status = await client.send(getQueryStatus(id), call.signal);
    const { masker } = call.host;
    return {
      ...facts,
      notice: dataNotice,
      id: status.id,
      source: status.source,
      login_name: masker.value('login_name', status.loginName ?? null),
      query: shortenedQuery(masker.text(status.text)),
      rows: status.rows,
      elapsed_milliseconds: status.elapsed,
      finished: status.finished,
      cancelled: status.canceled,
      commands: status.commands.map(({ command, status: state, pushCount }) => ({
        command: shortenedQuery(masker.text(command)),
        state,
        rows: pushCount,
      })),
      error: shortened(masker.value('error', status.raw['error_detail'] ?? null)),
    };
  },
});
