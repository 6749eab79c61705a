import * as vscode from 'vscode';
import { PlatformClient } from '../../../src/core/api/client';
import { replaceablePrompts } from '../../../src/extension/testing';
import type {
  Connection,
  Platforms,
  PlatformsChange,
} from '../../../src/extension/ui/connections/connection';
import { isCancellation } from '../../../src/extension/ui/prompts/canceled';
import type { Prompts } from '../../../src/extension/ui/prompts/prompts';
import type { Ui } from '../../../src/extension/ui/openUi';
import { FaultProxy, passOn } from '../../support/faultProxy';
import type { SeenRequest } from '../../support/faultProxy';
import { lab } from '../../support/labConnection';
import { platformsStub } from '../../support/platformsStub';
import { startApp } from '../../support/startApp';
import type { RunningApp } from '../../support/startApp';
import { ScriptedPrompts } from './scriptedPrompts';
import type { PromptResponse } from './scriptedPrompts';

type Wanted = (request: SeenRequest) => boolean;

/** Requests whose responses are held back. */
export interface Held {
  readonly waiting: number;
  /** How many of them the client has given up. */
  readonly abandoned: number;
  release(): void;
}

/** A real platform behind a proxy, as features see it, with two connections to it: Lab and Other. */
export interface ScriptedPlatform extends AsyncDisposable {
  readonly app: RunningApp;
  readonly proxy: FaultProxy;
  readonly platforms: Platforms;
  readonly connection: Connection;
  readonly other: Connection;
  /** Tells all features that something has changed. */
  readonly changed: vscode.EventEmitter<PlatformsChange>;
  hold(wanted: Wanted): Held;
  /** Rejects these requests. */
  reject(wanted: Wanted): void;
  /** Passes everything on. */
  pass(): void;
}

export async function scriptedPlatform(): Promise<ScriptedPlatform> {
  const app = await startApp();
  const proxy = await FaultProxy.start(app.baseUrl);
  const { baseUrl } = proxy;
  const readKey = async (): Promise<string> => Promise.resolve(app.keys.master);
  const client = new PlatformClient({ baseUrl, product: 'core', readKey });
  const connection: Connection = { ...lab, baseUrl, environment: 'development' };
  const other: Connection = { ...connection, name: 'Other' };
  const all = [connection, other];
  const changed = new vscode.EventEmitter<PlatformsChange>();
  const platforms = platformsStub(() => all, {
    onDidChange: changed.event,
    clientFor: async () => Promise.resolve(client),
    pick: async () => Promise.resolve(connection),
  });
  return {
    ...{ app, proxy, platforms, connection, other, changed },
    hold: (wanted) => holdIn(proxy, wanted),
    reject: (wanted) => {
      proxy.interference = async (exchange) => {
        if (!wanted(exchange)) return passOn(exchange);
        exchange.response.writeHead(400, { 'content-type': 'application/json' });
        exchange.response.end('{"error_code":"illegal-argument","error_msg":"rejected by the test"}');
      };
    },
    pass: () => (proxy.interference = passOn),
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

function holdIn(proxy: FaultProxy, wanted: Wanted): Held {
  let [waiting, abandoned] = [0, 0];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  proxy.interference = async (exchange) => {
    if (wanted(exchange)) {
      waiting += 1;
      exchange.response.on('close', () => (abandoned += exchange.response.writableEnded ? 0 : 1));
      await released;
    }
    await passOn(exchange);
  };
  return {
    get waiting() {
      return waiting;
    },
    get abandoned() {
      return abandoned;
    },
    release,
  };
}

/** The services of the UI, with responses of the test. */
export class ScriptedUi {
  readonly warnings: string[] = [];
  readonly reported: string[] = [];
  readonly #prompts = replaceablePrompts(new ScriptedPrompts([]));

  get prompts(): Prompts {
    return this.#prompts;
  }

  get ui(): Ui {
    const report = async (error: unknown): Promise<void> => {
      if (!isCancellation(error)) this.reported.push(String(error));
      return Promise.resolve();
    };
    const failures = { report, setApiKey: async () => Promise.resolve() };
    const log = { warn: (message: string) => this.warnings.push(message) };
    return { prompts: this.#prompts, failures, log } as unknown as Ui;
  }

  responses(...responses: readonly PromptResponse[]): ScriptedPrompts {
    const script = new ScriptedPrompts(responses);
    this.#prompts.replace(script);
    return script;
  }
}
