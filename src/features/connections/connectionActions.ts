import { readFile, writeFile } from 'node:fs/promises';
import { isJsonObject, tryParseJson } from '../../shared/json';
import { t } from '../../shared/localize';
import { defaultProduct } from '../../shared/platformAddress';
import { ExplainedError } from '../../ui/failures/failureText';
import { entryOf, parseConnections } from '../../ui/settings/settingsValues';
import { originOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { withProgress } from '../../ui/prompts/progress';
import { apiKeyVariable } from '../../shared/apiKeyVariable';
import { askConnection } from './connectionForm';
import type { ConnectionDraft } from './connectionForm';
import { readSettings, saveConnections } from '../../ui/settings/settings';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import type { ConnectedPlatforms, Connections } from './connectedPlatforms';
import type { UnusedKeys } from './apiKeys';
import { listTables } from '../../api/operations/tables';
import { targetTitle } from '../../ui/resolveTarget';

const newConnection: ConnectionDraft = {
  name: '',
  baseUrl: '',
  product: defaultProduct,
  environment: 'production',
  readOnly: false,
};

export async function addConnection(deps: ConnectionDeps): Promise<void> {
  const draft = await askConnection(
    { title: t('Add Connection'), initial: newConnection, taken: takenNames(deps), asksForKey: true },
    deps.prompts,
  );
  await saveConnections([draft.name, draft]);
  if (draft.apiKey === undefined || draft.apiKey === '') return;
  await keepKey(deps, draft, draft.apiKey);
  await testConnection(deps, draft);
}

export async function editConnection(deps: ConnectionDeps, connection: Connection): Promise<void> {
  const { connections, prompts } = deps;
  const taken = takenNames(deps).filter((name) => name !== connection.name);
  const edited = await askConnection(
    { title: t('Edit Connection {0}', connection.name), initial: connection, taken, asksForKey: false },
    prompts,
  );
  await saveConnections([connection.name, edited]);
  const hasKey = (await connections.readKey(edited)) !== undefined;
  await (hasKey ? testConnection(deps, edited) : setApiKey(deps, edited));
}

/** *Move to Group…*: an existing folder of the explorer, a new one, or none. */
export async function moveToGroup({ prompts }: ConnectionDeps, connection: Connection): Promise<void> {
  const title = t('Move {0} to Group', connection.name);
  const groups = [...new Set(readSettings().connections.flatMap(({ group }) => group ?? []))].sort();
  const picked = await prompts.pick<string | undefined | null>({
    title,
    placeholder: t('Select a group'),
    choices: [
      ...groups.map((group) => ({
        label: group,
        icon: 'folder',
        picked: group === connection.group,
        value: group,
      })),
      { label: t('New group…'), icon: 'new-folder', value: null },
      ...(connection.group === undefined ? [] : [{ label: t('No Group'), icon: 'close', value: undefined }]),
    ],
  });
  const group = picked === null ? await askGroup(prompts, title) : picked;
  await saveConnections([connection.name, { ...connection, group }]);
}

async function askGroup(prompts: Prompts, title: string): Promise<string> {
  const typed = await prompts.input({
    title,
    prompt: t('Name of the group'),
    validate: (text) => (text.trim() === '' ? { problem: t('Enter a name.') } : undefined),
  });
  return typed.trim();
}

export async function removeConnection(deps: ConnectionDeps, connection: Connection): Promise<void> {
  const { connections, prompts } = deps;
  await prompts.confirm({
    message: t('Remove the connection {0}?', connection.name),
    detail: t('Its API key is also removed. Nothing changes on the platform.'),
    buttons: [{ label: t('Remove'), value: true }],
  });
  deps.unusedKeys.ignore(connection);
  await saveConnections([connection.name, undefined]);
  const shared = connections.all().some((other) => originOf(other) === originOf(connection));
  if (!shared) await connections.keys.forget(connection);
}

/** Asks for a key. Concurrent callers share one question. */
export async function setApiKey(deps: ConnectionDeps, connection: Connection): Promise<void> {
  const { prompts, openKeyQuestions } = deps;
  const open = openKeyQuestions.get(connection.name);
  if (open !== undefined) return open;
  const asking = (async () => {
    if (await usesEnvironment(deps, connection)) {
      await testConnection(deps, connection);
      return;
    }
    const apiKey = await prompts.input({
      title: targetTitle(t('Set API Key'), connection),
      prompt: t('It is sent to {0} and nowhere else.', originOf(connection)),
      password: true,
      validate: (text) => (text.trim() === '' ? { problem: t('Enter the API key.') } : undefined),
    });
    await keepKey(deps, connection, apiKey.trim());
    await testConnection(deps, connection);
  })();
  openKeyQuestions.set(connection.name, asking);
  try {
    await asking;
  } finally {
    openKeyQuestions.delete(connection.name);
  }
}

/** Asks before the key of an environment variable is sent to another origin. */
async function usesEnvironment(
  { connections, prompts }: ConnectionDeps,
  connection: Connection,
): Promise<boolean> {
  const withheld = connections.keys.withheld(connection);
  if (withheld === undefined) return false;
  const origin = originOf(connection);
  const { variable } = withheld;
  const uses = await prompts.confirm({
    message: t('Send the key in the environment variable {0} to {1}?', variable, origin),
    detail:
      withheld.origin === ''
        ? t('This connection was imported. Continue only if you trust the address.')
        : t('It was previously sent to {0}. If you continue, it is no longer sent there.', withheld.origin),
    buttons: [
      { label: t('Send Key'), value: true },
      { label: t('Enter Another Key'), value: false },
    ],
  });
  if (uses) {
    connections.keys.useEnvironment(connection);
    connections.keysChanged();
  }
  return uses;
}

/** Sends the cheapest request that requires a valid key. */
export async function testConnection(deps: ConnectionDeps, connection: Connection): Promise<void> {
  const client = await deps.platforms.clientFor(connection);
  const started = performance.now();
  await withProgress(t('Testing {0}…', connection.name), async (signal) =>
    client.send(listTables({ limit: 1 }), signal),
  );
  const milliseconds = Math.round(performance.now() - started);
  // Not awaited, because the test is complete.
  const message = t('{0} responds and accepts the API key ({1} ms).', connection.name, milliseconds);
  void deps.prompts.notify({ message });
}

async function keepKey(
  { connections, prompts }: ConnectionDeps,
  connection: Connection,
  apiKey: string,
): Promise<void> {
  const keeping = await connections.keys.set(connection, apiKey);
  connections.keysChanged();
  if (keeping === 'kept') return;
  const [name, variable] = [connection.name, apiKeyVariable(connection.name)];
  void prompts.notify({
    severity: 'warning',
    message:
      keeping === 'perhaps'
        ? t(
            'VS Code in a browser may lose the API key of {0} when the page is reloaded. To keep it, set the environment variable {1} where the extension runs.',
            name,
            variable,
          )
        : t(
            'This system cannot store secrets, so the API key of {0} is lost when the window closes. To keep it, set the environment variable {1}.',
            name,
            variable,
          ),
  });
}

function takenNames({ connections }: ConnectionDeps): string[] {
  return connections.all().map(({ name }) => name);
}

const filters = { JSON: ['json'] };

/** Exports the connections to a file without keys, which can be shared. */
export async function exportConnections({ prompts }: ConnectionDeps): Promise<void> {
  const selected = await prompts.pickMany({
    title: t('Export Connections'),
    placeholder: t('Select the connections to export. API keys are never exported.'),
    choices: readSettings().connections.map((connection) => ({
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
  const known = readSettings().connections;
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
  const document = tryParseJson(text);
  if (document === undefined) {
    throw new ExplainedError(
      t('The file is not JSON. Select a file that was created with Export Connections.'),
    );
  }
  return isJsonObject(document) && 'connections' in document ? document['connections'] : document;
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

/** The dependencies of the connection commands. */
export interface ConnectionDeps {
  readonly connections: Connections;
  readonly platforms: ConnectedPlatforms;
  readonly prompts: Prompts;
  readonly unusedKeys: UnusedKeys;
  /** By connection name, so that only one question for a key is open at a time. */
  readonly openKeyQuestions: Map<string, Promise<void>>;
}
