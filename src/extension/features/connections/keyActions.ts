import { KeyRejectedError } from '../../../core/api/errors';
import { t } from '../../../core/base/localize';
import { environmentLabel } from '../../../core/base/environment';
import { originOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { connectionChangedText, describeFailure, ExplainedError } from '../../ui/failures/failureText';
import { isCancellation } from '../../ui/prompts/canceled';
import { withProgress } from '../../ui/prompts/progress';
import type { Choice, Notice, StepPosition } from '../../ui/prompts/prompts';
import { listTables } from '../../../core/api/operations/tables';
import type { PlatformClient } from '../../../core/api/client';
import { apiKeyVariable } from '../../../core/interface/apiKeyVariable';
import { targetTitle } from '../../ui/resolveTarget';
import { bindingOf } from './apiKeys';
import { accountText, readAccess } from './connectionAccess';
import type { ConnectionDeps } from './connectionDeps';

/** Asks for a key. Concurrent callers share one question. */
export async function setApiKey(deps: ConnectionDeps, connection: Connection): Promise<void> {
  const { openKeyQuestions } = deps;
  const binding = bindingOf(connection);
  const open = openKeyQuestions.get(binding);
  if (open !== undefined) return open;
  const asking = (async () => {
    const title = targetTitle(t('Set API Key'), connection);
    const prompt = t('It is sent to {0} and nowhere else.', originOf(connection));
    const before = await deps.connections.readKey(connection);
    const selected = await askKey(deps, connection, { title, prompt, isOptional: false });
    await useKey(deps, connection, selected, before);
  })();
  openKeyQuestions.set(binding, asking);
  try {
    await asking;
  } finally {
    openKeyQuestions.delete(binding);
  }
}

/** A key that the user has typed or selected. */
export interface SelectedKey {
  readonly key: string;
  /** It stays in its environment variable, and no other key is stored. */
  readonly isInEnvironment: boolean;
}

interface KeyQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly position?: StepPosition;
  readonly isOptional: boolean;
}

/** Another key, that of a connection to the same origin, or that of the environment; empty if it is optional. */
export async function askKey(
  deps: ConnectionDeps,
  connection: Connection,
  { title, prompt, position, isOptional }: KeyQuestion,
): Promise<SelectedKey> {
  const { connections, prompts } = deps;
  const others = [
    ...(await choicesOfOthers(deps, connection)),
    ...(await choiceOfVariable(deps, connection)),
  ];
  const enters: KeyChoice = { label: t('Enter an API Key…'), icon: 'edit', picked: true, value: 'enter' };
  const placeholder = t('Select the API key of {0}', connection.name);
  const choices = [enters, ...others];
  const selected =
    others.length === 0 ? 'enter' : await prompts.pick({ title, position, placeholder, choices });
  if (selected === 'enter') {
    const validate = (text: string): { problem: string } | undefined =>
      text.trim() === '' && !isOptional ? { problem: t('Enter the API key.') } : undefined;
    const typed = await prompts.input({ title, position, prompt, password: true, validate });
    return { key: typed.trim(), isInEnvironment: false };
  }
  if (selected === 'variable') {
    return { key: connections.keys.variableOf(connection)?.key ?? '', isInEnvironment: true };
  }
  // Only now, because it may have been replaced or removed while the question was open.
  const key = await connections.readKey(selected);
  if (key !== undefined) return { key, isInEnvironment: false };
  throw new ExplainedError(t('The API key of {0} was removed. Set another one.', selected.name));
}

type KeyChoice = Choice<Connection | 'variable' | 'enter'>;

async function choicesOfOthers(
  { platforms }: ConnectionDeps,
  connection: Connection,
): Promise<readonly KeyChoice[]> {
  return (await platforms.keyOwners(connection)).map((other) => ({
    label: t('Use the API key of {0}', other.name),
    description: environmentLabel(other.environment),
    icon: 'key',
    value: other,
  }));
}

/** The environment variable, unless its key is used already. */
async function choiceOfVariable(
  { connections }: ConnectionDeps,
  connection: Connection,
): Promise<readonly KeyChoice[]> {
  const { variable } = connections.keys.variableOf(connection) ?? {};
  const used = await connections.usedKey(connection);
  if (variable === undefined || used?.from === 'environment') return [];
  const origin = connections.keys.withheldFrom(connection);
  const detail =
    origin === ''
      ? t('This connection was imported. Continue only if you trust the address.')
      : t('It was previously sent to {0}. If you continue, it is no longer sent there.', origin ?? '');
  return [
    {
      label: t('Use the API key in {0}', variable),
      detail: origin === undefined ? undefined : detail,
      icon: 'terminal',
      value: 'variable',
    },
  ];
}

/** Tests a key and uses it from now on. A key that works is replaced only by one that works, or if the user agrees. */
export async function useKey(
  deps: ConnectionDeps,
  connection: Connection,
  { key, isInEnvironment }: SelectedKey,
  before: string | undefined,
): Promise<void> {
  const { connections, platforms } = deps;
  requireSet(deps, connection);
  await using client = await platforms.clientWith(connection, key);
  const tested = await test(client, connection).catch((error: unknown) => new FailedTest(error));
  if (tested instanceof FailedTest && isCancellation(tested.cause)) throw tested.cause;
  const current = await connections.readKey(connection);
  if (current !== undefined && current !== key) {
    if (tested instanceof FailedTest) await allowUntested(deps, connection, tested);
    else if (current !== before) await allowReplacingNewer(deps, connection);
  }
  requireSet(deps, connection);
  if (isInEnvironment) await connections.keys.useEnvironment(connection);
  else await keepKey(deps, connection, key);
  connections.keysChanged();
  if (tested instanceof FailedTest) throw tested.cause;
  await tellTested(deps, connection, tested);
}

/** The cause is thrown later, when the key was stored anyway. */
class FailedTest extends Error {
  override readonly name = 'FailedTest';
  constructor(override readonly cause: unknown) {
    super();
  }
}

/** While a question was open, the connection may have been renamed or removed, or have got another address. */
function requireSet({ connections }: ConnectionDeps, connection: Connection): void {
  const isSet = connections.all().some((current) => bindingOf(current) === bindingOf(connection));
  if (!isSet) throw new ExplainedError(connectionChangedText(connection));
}

async function allowUntested(
  { prompts }: ConnectionDeps,
  { name }: Connection,
  { cause }: FailedTest,
): Promise<void> {
  if (cause instanceof KeyRejectedError) {
    throw new ExplainedError(
      t('{0} rejected the new API key, so the previous one is kept. Set another one to replace it.', name),
    );
  }
  await prompts.confirm({
    message: t('The new API key of {0} could not be tested. Replace the previous one?', name),
    detail: describeFailure(cause).sentence,
    buttons: [{ label: t('Replace API Key'), value: true }],
  });
}

async function allowReplacingNewer({ prompts }: ConnectionDeps, { name }: Connection): Promise<void> {
  await prompts.confirm({
    message: t('The API key of {0} was changed in another window. Replace it?', name),
    buttons: [{ label: t('Replace API Key'), value: true }],
  });
}

/** Sends the cheapest request that requires a valid key. */
export async function testConnection(deps: ConnectionDeps, connection: Connection): Promise<void> {
  const tested = await test(await deps.platforms.clientFor(connection), connection);
  await tellTested(deps, connection, tested, { isDialog: true });
}

async function test(client: PlatformClient, { name }: Connection): Promise<string> {
  return withProgress(t('Testing {0}…', name), async (signal) => {
    const started = performance.now();
    await client.send(listTables({ limit: 1 }), signal);
    const milliseconds = Math.round(performance.now() - started);
    const accepts = t('{0} responds and accepts the API key ({1} ms).', name, milliseconds);
    return [accepts, accountText(await readAccess(client, signal))]
      .filter((text) => text !== undefined)
      .join(' ');
  });
}

async function tellTested(
  { platforms, prompts }: ConnectionDeps,
  connection: Connection,
  tested: string,
  shown: Pick<Notice<never>, 'isDialog'> = {},
): Promise<void> {
  const message = [tested, await platforms.keyText(connection)]
    .filter((text) => text !== undefined)
    .join(' ');
  // Not awaited, because the test is complete.
  void prompts.notify({ message, ...shown });
}

async function keepKey(
  { connections, prompts }: ConnectionDeps,
  connection: Connection,
  apiKey: string,
): Promise<void> {
  const keeping = await connections.keys.set(connection, apiKey);
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
