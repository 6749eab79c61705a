import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { ExplainedError } from '../../ui/failures/failureText';
import { withProgress } from '../../ui/prompts/progress';
import type { Ui } from '../../ui/openUi';
import type { LocalPlatforms } from './localPlatforms';
import { OwnPlatform } from './ownPlatform';
import type { KeyStore, PlatformProcess } from './platformProcess';
import { platformProgram } from './platformProgram';

/** The commands that start and stop a local platform, if the package contains it. */
export function registerLocalPlatform(
  { commands, prompts, log }: Ui,
  platforms: LocalPlatforms,
  context: vscode.ExtensionContext,
): vscode.Disposable {
  const program = offerWhereAvailable(context.extensionPath);
  const launch = async (): Promise<PlatformProcess> => {
    const found = await program;
    if (found === undefined)
      throw new ExplainedError(t('This package does not include the local platform for this machine.'));
    const { PlatformProcess } = await import('./platformProcess');
    return withProgress(t('Starting the local platform…'), async (signal) =>
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
  };
  const own = new OwnPlatform(launch, async (isRunning) => {
    await setContext('logbench.platformRunning', isRunning);
    await platforms.refresh();
  });
  const stop = async (): Promise<void> => {
    if (await own.stop()) return;
    void prompts.notify({ message: t('No local platform was started in this window.') });
  };
  return vscode.Disposable.from(
    commands.registerAll({
      'logbench.platform.start': async () => own.start(),
      'logbench.platform.stop': stop,
    }),
    new vscode.Disposable(() => own.kill()),
  );
}

async function offerWhereAvailable(extensionFolder: string): Promise<string | undefined> {
  const program = platformProgram(extensionFolder);
  await setContext('logbench.platformUnavailable', program === undefined);
  return program;
}

async function setContext(key: string, value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}

function keyStore(secrets: vscode.SecretStorage): KeyStore {
  const name = 'logbench.localPlatformKey';
  return { get: () => secrets.get(name), store: (key) => secrets.store(name, key) };
}
