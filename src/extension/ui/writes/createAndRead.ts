import type { PlatformClient } from '../../../core/api/client';
import { findCreatedQuery } from '../../../core/api/findScheduledQuery';
import { createOnce } from '../../../core/api/scheduledQueryWrites';
import { t } from '../../../core/base/localize';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { ScheduledQueryFields } from '../../../core/interface/scheduledQueryFields';
import type { Connection } from '../connections/connection';
import type { Log } from '../log';
import { withProgress } from '../prompts/progress';
import { readAfterWrite, sendAndLog } from './sendAndLog';

/** Undefined if the query was created but cannot be read. */
export async function createAndRead(
  log: Pick<Log, 'info' | 'warn'>,
  client: PlatformClient,
  connection: Connection,
  fields: ScheduledQueryFields,
  mayExist: boolean,
): Promise<ScheduledQuery | undefined> {
  const { name } = fields;
  const title = t('Creating “{0}”', name);
  const guid = await sendAndLog(
    log,
    { connection, operation: 'create scheduled query', names: [name] },
    async () => withProgress(title, async (signal) => createOnce(client, fields, signal, { mayExist })),
    () => 'created',
  );
  return readAfterWrite(log, async () =>
    withProgress(title, async (signal) => findCreatedQuery(client, guid, name, signal)),
  );
}
