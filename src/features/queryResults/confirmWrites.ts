import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connection';
import type { Platforms } from '../../ui/platforms';
import type { Workbench } from '../../ui/workbench';
import { writesOf } from './queryText';

/** Running is reading, unless a command in the text writes or sends: then it is asked like any write, each time. */
export async function confirmWrites(
  { workbench, platforms }: { readonly workbench: Workbench; readonly platforms: Platforms },
  text: string,
  connection: Connection,
): Promise<void> {
  const writes = writesOf(text);
  if (writes.length === 0) return;
  await platforms.ensureWritable(connection);
  await workbench.prompts.confirm({
    message: t('Run a query that writes or sends data on {0}?', connection.name),
    detail: t('It uses {0}.', writes.join(', ')),
    buttons: [{ label: t('Run'), value: true }],
  });
}
