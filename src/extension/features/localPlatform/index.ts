import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { ExplainedError } from '../../ui/failures/failureText';
import { withProgress } from '../../ui/prompts/progress';
import type { Ui } from '../../ui/openUi';
import { OwnPlatform } from './ownPlatform';
import type { PlatformProcess } from '../../../core/api/platformProcess';
import type { KeyStore } from './startPlatform';
import { platformProgram } from './platformProgram';
import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { homedir } from 'node:os';
import { originOf } from '../../ui/connections/connection';
import type { Connection, ConnectionSource } from '../../ui/connections/connection';
import type { Redactor } from '../../../core/privacy/redact';
import { announcementFolder } from '../../../core/interface/announcement';
import { announcedPlatforms } from './announcedPlatforms';
import type { AnnouncedPlatform } from './announcedPlatforms';

/** The commands that start and stop a local platform, if the package contains it. */
export function registerLocalPlatform(
  { commands, prompts, log }: Ui,
  platforms: LocalPlatforms,
  context: vscode.ExtensionContext,
): vscode.Disposable {
  const program = platformProgram(context.extensionPath);
  void setContext('logbench.platformUnavailable', program === undefined);
  const launch = async (): Promise<PlatformProcess> => {
    if (program === undefined)
      throw new ExplainedError(t('This package does not include the local platform for this machine.'));
    const { startPlatform } = await import('./startPlatform');
    return withProgress(t('Starting the local platform…'), async (signal) =>
      startPlatform(
        {
          program,
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

async function setContext(key: string, value: boolean): Promise<void> {
  await vscode.commands.executeCommand('setContext', key, value);
}

function keyStore(secrets: vscode.SecretStorage): KeyStore {
  const name = 'logbench.localPlatformKey';
  return { get: () => secrets.get(name), store: (key) => secrets.store(name, key) };
}

/** The running platforms of this user, as connections that require no setup. */
export class LocalPlatforms implements ConnectionSource, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #watcher: FSWatcher | undefined;
  #platforms: readonly AnnouncedPlatform[] = [];
  #refreshStarted = 0;
  #refreshShown = 0;
  readonly onDidChange = this.#changed.event;

  constructor(private readonly redactor: Redactor) {
    // A platform may have been started in a terminal.
    this.#subscription = vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) void this.refresh();
    });
    void this.refresh();
  }

  /** Includes platforms that a connection in the settings also has, because open tabs refer to them. */
  all(taken: readonly string[]): readonly Connection[] {
    const names = freeNames(this.#platforms.length, taken);
    return this.#platforms.map(({ baseUrl, product }, index) => ({
      name: names[index] ?? baseUrl,
      baseUrl,
      product,
      environment: 'local',
      readOnly: false,
      found: true,
    }));
  }

  keyOf(connection: Connection): string | undefined {
    return this.#platforms.find(({ baseUrl }) => originOf({ baseUrl }) === originOf(connection))?.apiKey;
  }

  /** Resolves when the connections are up to date. The result of an older read does not replace that of a newer one. */
  async refresh(): Promise<void> {
    const turn = ++this.#refreshStarted;
    const folder = announcementFolder(process.env, homedir());
    this.#watch(folder);
    const found = await announcedPlatforms(folder);
    for (const { apiKey } of found) if (apiKey !== undefined) this.redactor.hide(apiKey);
    if (turn < this.#refreshShown) return;
    this.#refreshShown = turn;
    if (JSON.stringify(found) === JSON.stringify(this.#platforms)) return;
    this.#platforms = found;
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#watcher?.close();
    this.#changed.dispose();
  }

  /** A missing folder is tried again next time. */
  #watch(folder: string): void {
    if (this.#watcher !== undefined) return;
    try {
      this.#watcher = watch(folder, { persistent: false }, () => void this.refresh());
      this.#watcher.on('error', () => {
        this.#watcher?.close();
        this.#watcher = undefined;
      });
    } catch {
      this.#watcher = undefined;
    }
  }
}

function freeNames(count: number, taken: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number += 1) {
    const name = number === 1 ? t('Local Platform') : t('Local Platform {0}', number);
    if (!taken.includes(name)) names.push(name);
  }
  return names;
}
