import { readFile, writeFile } from 'node:fs/promises';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import { parseConnections, entryOf } from '../../ui/settings/settingsValues';
import type { ConnectionDeps } from './connectionActions';
import { saveConnections } from '../../ui/settings/settings';
import type { Choice } from '../../ui/prompts/prompts';

const filters = { JSON: ['json'] };

/** Exports the connections to a file without keys, which can be shared. */
export async function exportConnections({ connections, prompts }: ConnectionDeps): Promise<void> {
  const list = connections.fromSettings();
  const selected = await prompts.pickMany({
    title: t('Export Connections'),
    placeholder: t('Select the connections to export. API keys are never exported.'),
    choices: list.map((connection) => ({
      label: connection.name,
      detail: connection.baseUrl,
      picked: true,
      value: connection,
    })),
  });
  const text = `${JSON.stringify({ connections: selected.map(undecided).map(entryOf) }, undefined, 2)}\n`;
  await prompts.saveFile(
    { title: t('Export Connections'), filters, defaultName: 'logbench-connections.json' },
    async (file) => writeFile(file, text),
  );
}

/** Imports connections that the user selects from such a file, and shows which ones would be replaced. */
export async function importConnections({ connections, prompts }: ConnectionDeps): Promise<void> {
  const title = t('Import Connections');
  const file = await prompts.openFile({ title, filters });
  const offered = parseExport(await readFile(file, 'utf8'));
  const known = connections.fromSettings();
  const selected = await prompts.pickMany({
    title,
    placeholder: t('Select the connections to import'),
    choices: offered.map((connection) => choiceOf(connection, known)),
  });
  for (const connection of selected) connections.keys.withhold(connection);
  await saveConnections(...selected.map((connection) => [connection.name, connection] as const));
  void prompts.notify({
    message: t('Connections imported: {0}. Set their API keys when you first use them.', selected.length),
  });
}

/** Throws if the file contains no valid connection. */
export function parseExport(text: string): readonly Connection[] {
  const { connections } = parseConnections(listIn(text));
  if (connections.length === 0) throw new ExplainedError(t('The file contains no valid connections.'));
  return connections.map(undecided);
}

/** Each person decides what assistants can access, not the author of the file. */
function undecided({ assistant: _decided, ...connection }: Connection): Connection {
  return connection;
}

function listIn(text: string): unknown {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null && 'connections' in document
      ? document.connections
      : document;
  } catch {
    throw new ExplainedError(
      t('The file is not JSON. Select a file that was created with Export Connections.'),
    );
  }
}

function choiceOf(connection: Connection, known: readonly Connection[]): Choice<Connection> {
  const replaces = known.some(({ name }) => name === connection.name);
  return {
    label: connection.name,
    description: replaces ? t('replaces an existing connection') : undefined,
    detail: connection.baseUrl,
    picked: !replaces,
    value: connection,
  };
}
