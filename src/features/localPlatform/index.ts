import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { ExplainedError } from '../../ui/failures/failureText';
import { withProgress } from '../../ui/prompts/progress';
import type { Ui } from '../../ui/ui';
import type { LocalPlatforms } from './localPlatforms';
import type { KeyStore, PlatformProcess } from './platformProcess';

/** The commands that start and stop a local platform, if the package contains it. */
export function registerLocalPlatform(
  { commands, prompts, log }: Ui,
  platforms: LocalPlatforms,
  context: vscode.ExtensionContext,
): vscode.Disposable {
  let running: PlatformProcess | undefined;
  let starting: Promise<void> | undefined;
  const program = offerWhereAvailable(context.extensionPath);
  const changed = async (): Promise<void> => {
    await setContext('logbench.platformRunning', running !== undefined);
    await platforms.look();
  };
  const start = async (): Promise<void> => {
    const found = await program;
    if (found === undefined)
      throw new ExplainedError(t('This package does not include the local platform for this machine.'));
    if (running?.isRunning === true) return;
    const { PlatformProcess } = await import('./platformProcess');
    running = await withProgress(t('Starting the local platform…'), async (signal) =>
      PlatformProcess.start(
        {
          program: found,
          dataFolder: vscode.Uri.joinPath(context.globalStorageUri, 'platform').fsPath,
          keys: keyStore(context.secrets),
          log: (line) => log.info(line),
        },
        signal,
      ),
    );
    running.onExit(() => {
      running = undefined;
      void changed();
    });
    await changed();
  };
  const stop = async (): Promise<void> => {
    if (running === undefined) {
      void prompts.notify({
        severity: 'information',
        message: t('No local platform was started in this window.'),
      });
    }
    await running?.stop();
  };
  // Two processes cannot share the data folder.
  const startOnce = async (): Promise<void> =>
    (starting ??= start().finally(() => {
      starting = undefined;
    }));
  return vscode.Disposable.from(
    commands.registerAll({ 'logbench.platform.start': startOnce, 'logbench.platform.stop': stop }),
    new vscode.Disposable(() => running?.kill()),
  );
}

async function offerWhereAvailable(extensionFolder: string): Promise<string | undefined> {
  const { platformProgram } = await import('./platformProgram');
  const program = platformProgram(extensionFolder);
  await setContext('logbench.platformAvailable', program !== undefined);
  return program;
}

async function setContext(key: string, value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}

function keyStore(secrets: vscode.SecretStorage): KeyStore {
  const name = 'logbench.localPlatformKey';
  return { get: () => secrets.get(name), store: (key) => secrets.store(name, key) };
}
