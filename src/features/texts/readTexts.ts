import type { PlatformClient } from '../../api/client';
import { isMissingOperation, PermissionError } from '../../api/errors';
import { listRules } from '../../api/operations/rules';
import { listScheduledQueries } from '../../api/operations/scheduledQueries';
import { editableRuleText } from '../../code/ruleDraft';
import { t } from '../../shared/localize';
import type { QueryAddress } from '../../shared/queryAddress';
import type { Page } from '../../shared/wire/page';

/** The text of a scheduled query, a rule or a draft. */
export interface SearchedText {
  readonly address: QueryAddress;
  readonly name: string;
  readonly text: string;
  readonly isDraft: boolean;
}

/** A text, or why a part of a platform was not read. */
export type ReadText = SearchedText | { readonly omitted: string };

const pageSize = 200;
/** As many as a window keeps of a list. */
const maxRecords = 20_000;

/** The texts of a platform, page by page: its scheduled queries, then its rules. */
export async function* readTexts(
  client: PlatformClient,
  connection: string,
  signal: AbortSignal,
): AsyncGenerator<ReadText, void, void> {
  const queries = inPages(async (range) => client.send(listScheduledQueries(range), signal));
  yield* unlessOmitted(connection, t('scheduled queries'), async function* () {
    for await (const { guid, name, query: text } of queries) {
      yield { address: { connection, guid: guid.toLowerCase() }, name, text, isDraft: false };
    }
  });
  for (const rule of ['batch', 'stream'] as const) {
    const rules = inPages(async (range) => client.send(listRules(rule, range), signal));
    yield* unlessOmitted(
      connection,
      rule === 'batch' ? t('batch rules') : t('stream rules'),
      async function* () {
        for await (const { guid, name, raw } of rules) {
          const text = editableRuleText(rule, raw);
          yield { address: { connection, guid: guid.toLowerCase(), rule }, name, text, isDraft: false };
        }
      },
    );
  }
}

async function* inPages<Item>(
  read: (range: { readonly offset: number; readonly limit: number }) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, void> {
  for (let offset = 0; offset < maxRecords;) {
    const { items, malformed, total } = await read({ offset, limit: pageSize });
    yield* items;
    offset += items.length + malformed.length;
    if (items.length + malformed.length === 0 || offset >= Number(total)) return;
  }
}

/** A role may not read everything, and a platform may not list everything. */
async function* unlessOmitted(
  connection: string,
  what: string,
  read: () => AsyncGenerator<SearchedText, void, void>,
): AsyncGenerator<ReadText, void, void> {
  try {
    yield* read();
  } catch (error) {
    if (isMissingOperation(error)) yield { omitted: t('{0} does not list its {1}.', connection, what) };
    else if (error instanceof PermissionError) {
      const role = error.requiredRole;
      yield { omitted: t('{0}: reading {1} requires the role {2}.', connection, what, role) };
    } else throw error;
  }
}
