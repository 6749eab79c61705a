import { whereOffered } from '../../api/errors';
import type { PlatformClient } from '../../api/client';
import type { Page } from '../../shared/wire/page';
import type { Rule, RuleKind } from '../../shared/wire/rule';
import type { Row, RowSource } from '../../ui/explorer/explorerSection';
import { keywordsOf } from '../../ui/prompts/keywordFilter';
import { oddRow } from '../../ui/explorer/oddRow';
import { ruleKinds } from './ruleItem';
import { ruleRow, unlistedRow } from './ruleRow';
import type { OpenClient } from './ruleRow';

/** Batch rules, then stream rules: two lists of the platform combined. */
export function rulesSource(open: OpenClient): Required<RowSource> {
  return {
    count: async (filter, signal) => {
      const client = await open();
      const pages = await Promise.all(
        ruleKinds.map(async (kind) => listedRules(client, kind, 0, 1, keywordsOf(filter), signal)),
      );
      const listed = pages.filter((page) => page !== undefined);
      return listed.length === 0 ? undefined : listed.reduce((sum, page) => sum + Number(page.total), 0);
    },
    load: async ({ offset, limit, filter }, signal) => {
      const client = await open();
      const keywords = keywordsOf(filter);
      const rows: Row[] = [];
      let before = 0;
      const unlisted: RuleKind[] = [];
      for (const kind of ruleKinds) {
        const start = Math.max(0, offset - before);
        // At least one record, to get the total.
        const wanted = Math.max(1, limit - rows.length);
        const page = await listedRules(client, kind, start, wanted, keywords, signal);
        if (page === undefined) {
          unlisted.push(kind);
          continue;
        }
        before += Number(page.total);
        const room = limit - rows.length;
        const found = [...page.items.map((rule) => ruleRow(kind, rule, open)), ...page.odd.map(oddRow)];
        rows.push(...found.slice(0, room));
      }
      if (unlisted.length === ruleKinds.length) return { total: undefined, rows: [unlistedRow()] };
      const notes = offset === 0 ? unlisted.map(unlistedRow) : [];
      return { total: before, rows: [...notes, ...rows], consumed: rows.length };
    },
  };
}

/** Undefined if the platform does not support this list. */
export async function listedRules(
  client: PlatformClient,
  kind: RuleKind,
  offset: number,
  limit: number,
  keywords: string | undefined,
  signal?: AbortSignal,
): Promise<Page<Rule> | undefined> {
  return whereOffered(client.rules(kind, { offset, limit, keywords }, signal));
}
