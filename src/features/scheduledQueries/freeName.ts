import { findByName } from '../../api/findScheduledQuery';
import type { Connection } from '../../ui/connections/connection';
import type { Place } from '../../ui/prompts/prompts';
import type { ActionDeps } from './actionDeps';
import { askName } from './propertyQuestions';
import type { EditedFields } from './propertyText';

/** Asks for a unique name and reports duplicates immediately. */
export async function askFreeName(
  deps: ActionDeps,
  connection: Connection,
  initial: EditedFields,
  title: string,
  place?: Place,
): Promise<EditedFields> {
  const taken = new Set<string>();
  let fields = initial;
  for (;;) {
    fields = await askName(deps.ui.prompts, fields, title, place, taken);
    if (!(await isTaken(deps, connection, fields.name))) return fields;
    taken.add(fields.name);
  }
}

/** If the platform does not respond, the name is accepted; the platform rejects a duplicate itself. */
async function isTaken({ platforms }: ActionDeps, connection: Connection, name: string): Promise<boolean> {
  const client = await platforms.clientFor(connection);
  return findByName(client, name).then(
    (found) => found !== undefined,
    () => false,
  );
}
