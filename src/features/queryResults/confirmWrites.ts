import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { Ui } from '../../ui/ui';
import { writesOf } from './queryText';

/**
 * A query only reads, unless it contains commands that write or send: then it requires the same confirmation
 * as any write.
 */
export async function confirmWrites(
  { ui, platforms }: { readonly ui: Ui; readonly platforms: Platforms },
  text: string,
  connection: Connection,
): Promise<void> {
  const writes = writesOf(text);
  if (writes.length === 0) return;
  await platforms.ensureWritable(connection);
  await ui.prompts.confirm({
    message: t('Run a query that writes or sends data on {0}?', connection.name),
    detail: t('It uses {0}.', writes.join(', ')),
    buttons: [{ label: t('Run'), value: true }],
  });
}
